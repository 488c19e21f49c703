// SPDX-License-Identifier: MIT
// The options of a program: each fills a variable, whose value until then is the default.
#pragma once

// getopt_long is POSIX systems' (Linux, the BSDs, macOS, MinGW and Cygwin on Windows). Where it is
// missing the examples are not built; the library itself uses nothing of the kind.
#if !__has_include(<getopt.h>)
#error "The examples read their options with getopt_long, and <getopt.h> is missing here."
#endif
#include <getopt.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace example {

class options {
public:
    options(std::string program, std::string about)
        : program_(std::move(program)), about_(std::move(about)) {
        entries_.push_back({'h', "help", "", "print this", [this](char const*) { help_ = true; }});
    }
    options(options const&) = delete;
    options& operator=(options const&) = delete;

    /// An option `-<letter> X`, `--<name> X`; a letter of 0 is none. A bool takes no X and becomes
    /// true. `value` must outlive this object.
    template <class T>
    void add(char letter, std::string const& name, T& value, std::string const& what) {
        entry made{letter, name, "", what, {}};
        if constexpr (std::is_same_v<T, bool>) {
            made.set = [&value](char const*) { value = true; };
        } else {
            made.takes = std::is_same_v<T, std::string> ? "TEXT" : "N";
            made.what += " (" + text_of(value) + ")";
            made.set = [&value, name](char const* given) { read(value, name, given); };
        }
        entries_.insert(entries_.end() - 1, std::move(made));
    }

    /// Fills the variables; false where --help was asked for and printed. Throws
    /// std::invalid_argument for what is not an option or not a value of it.
    bool parse(int argc, char** argv) {
        constexpr int first_long = 256;  // above every letter
        std::string letters = ":";       // a missing value is told from an unknown option
        std::vector<option> names;
        for (entry const& e : entries_) {
            bool const value = !e.takes.empty();
            int const key = first_long + static_cast<int>(names.size());
            names.push_back(
                {e.name.c_str(), value ? required_argument : no_argument, nullptr, key});
            if (e.letter)
                letters += value ? std::string{e.letter, ':'} : std::string{e.letter};
        }
        names.push_back({nullptr, 0, nullptr, 0});

        opterr = 0;
        optind = 1;
        for (;;) {
            int const next = optind;
            int const key = getopt_long(argc, argv, letters.c_str(), names.data(), nullptr);
            if (key == -1)
                break;
            if (key == '?')
                throw std::invalid_argument("unknown option " + std::string(argv[next]) +
                                            "; --help lists them");
            if (key == ':')
                throw std::invalid_argument(std::string(argv[optind - 1]) + " needs a value");
            auto const found = std::find_if(entries_.begin(), entries_.end(), [&](entry const& e) {
                return key < first_long ? e.letter == key
                                        : &e == &entries_[static_cast<std::size_t>(key) - 256];
            });
            found->set(optarg);
        }
        if (optind < argc)
            throw std::invalid_argument("unexpected argument " + std::string(argv[optind]));
        if (help_)
            print();
        return !help_;
    }

private:
    struct entry {
        char letter;
        std::string name, takes, what;
        std::function<void(char const*)> set;
    };

    static std::string text_of(std::string const& value) { return value; }
    template <class T>
    static std::string text_of(T value) {
        char text[32];
        if constexpr (std::is_floating_point_v<T>)
            std::snprintf(text, sizeof(text), "%g", static_cast<double>(value));
        else
            std::snprintf(text, sizeof(text), "%lld", static_cast<long long>(value));
        return text;
    }

    static void read(std::string& value, std::string const&, char const* given) { value = given; }
    template <class T>
    static void read(T& value, std::string const& name, char const* given) {
        char const* const end = given + std::strlen(given);
        bool whole = false;
        if constexpr (std::is_floating_point_v<T>) {
            char* stopped = nullptr;
            value = static_cast<T>(std::strtod(given, &stopped));
            whole = stopped == end && stopped != given;
        } else {
            auto const [stopped, problem] = std::from_chars(given, end, value);
            whole = stopped == end && problem == std::errc();
        }
        if (!whole)
            throw std::invalid_argument("--" + name + " takes a number, not '" + given + "'");
    }

    void print() const {
        std::printf("%s\n\nusage: %s [options]\n\n", about_.c_str(), program_.c_str());
        std::size_t width = 0;
        for (entry const& e : entries_)
            width = std::max(width, e.name.size() + 1 + e.takes.size());
        for (entry const& e : entries_) {
            std::string const name = e.name + " " + e.takes;
            std::printf("  %s --%-*s  %s\n",
                        e.letter ? (std::string{'-', e.letter, ','}).c_str() : "   ",
                        static_cast<int>(width), name.c_str(), e.what.c_str());
        }
    }

    std::string program_, about_;
    std::vector<entry> entries_;
    bool help_ = false;
};

}  // namespace example
