// SPDX-License-Identifier: MIT
// Weather by city and month, from a CSV file: columns become arrays, days become groups, and each
// group its means, sums and extremes, on the GPU and on CPU threads, against a loop over the rows.
// A table and a chart show them. Without a file one is made up and written first.
#include <cmath>
#include <fstream>

#include "picture.hpp"
#include "program.hpp"

#if defined(__CUDACC__)
#include <twill/statistics.cuh>
#endif
#include <twill/io.hpp>
#include <twill/statistics.hpp>

namespace tw = twill;
using example::format;
using example::format_ratio;
using example::format_time;

namespace {

constexpr int months = 12;

/// The rows of the file: what one has to know of a day.
struct days {
    std::vector<std::string> cities;
    tw::host_array<std::int32_t> city, month;  ///< of each row; months from 0
    tw::host_array<float> temperature, rain;
};

/// Climates that are made up, but not by much: mean and swing of the temperature over the year,
/// rain a day, and the month of the most of it.
struct climate {
    char const* name;
    double mean, swing, rain, wettest;
};
constexpr climate climates[] = {{"Bergen", 8, 7, 6.2, 9},    {"Cairo", 22, 8, 0.1, 0},
                                {"Lima", 19, 3, 0.05, 7},    {"Mumbai", 27, 3, 6.0, 6},
                                {"Quito", 14, 0.5, 3.0, 3},  {"Sydney", 18, -6, 3.0, 2},
                                {"Winnipeg", 3, 18, 1.4, 5}, {"Zagreb", 12, 11, 2.4, 8}};

/// A day a line: city, date, temperature, rain; the temperature is missing now and then.
void write_weather(std::string const& path, int years) {
    std::ofstream to(path);
    to << "city,date,temperature,rain\n";
    std::uint32_t state = 2026;
    auto random = [&] {
        state = state * 1664525u + 1013904223u;
        return static_cast<double>(state >> 8) / 16777216.0;
    };
    constexpr int length[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (climate const& c : climates) {
        double drift = 0;  // days are like the day before
        for (int year = 2001; year < 2001 + years; ++year)
            for (int month = 0, day_of_year = 0; month < months; ++month)
                for (int day = 1; day <= length[month]; ++day, ++day_of_year) {
                    constexpr double turn = 6.283185307179586;
                    drift = 0.75 * drift + 6 * (random() - 0.5);
                    double const season = std::cos(turn * (day_of_year - 200) / 365.0);
                    double const wet =
                        c.rain * (1 + 0.8 * std::cos(turn * (month - c.wettest) / months));
                    double const rain = random() < 0.4 ? -2.5 * wet * std::log(1 - random()) : 0;
                    to << c.name << ',' << year << '-' << month / 9 << (month + 1) % 10 << '-'
                       << day / 10 << day % 10 << ',';
                    if (random() > 0.002)
                        to << format("%.1f", c.mean + c.swing * season + drift);
                    to << ',' << format("%.1f", rain) << '\n';
                }
    }
    if (!to)
        throw std::runtime_error("cannot write " + path);
}

days read_weather(std::string const& path) {
    tw::csv_file const file(path);
    auto [keys, names] = file.categories("city");
    days result{std::move(names), std::move(keys), tw::host_array<std::int32_t>(file.rows()),
                file.column<float>("temperature"), file.column<float>("rain")};
    std::vector<std::string> const dates = file.text("date");
    for (std::size_t i = 0; i < dates.size(); ++i) {
        int const month = dates[i].size() == 10 ? std::atoi(dates[i].c_str() + 5) : 0;
        if (month < 1 || month > months)
            throw std::runtime_error(path + ": " + dates[i] + " is no date like 2026-11-22");
        result.month.data()[i] = month - 1;
    }
    return result;
}

/// What is known of groups; a row for each city, a column for each month.
struct summary {
    tw::host_array<double, 2> mean, rain;
    tw::host_array<float, 2> lowest, highest;
    tw::host_array<tw::index_t, 2> wet_days;
};
struct timing {
    double copy_in = 0, groups = 0, figures = 0, copy_out = 0;
    double together() const { return copy_in + groups + figures + copy_out; }
};

template <class Space>
summary run(days const& from, int repeats, timing& t) {
    auto const cities = static_cast<tw::index_t>(from.cities.size());
    tw::array<std::int32_t, 1, Space> city(from.city.shape()), month(from.city.shape());
    tw::array<float, 1, Space> temperature(from.city.shape()), rain(from.city.shape());
    auto bring = [&] {
        tw::copy(city, from.city);
        tw::copy(month, from.month);
        tw::copy(temperature, from.temperature);
        tw::copy(rain, from.rain);
    };
    bring();
    auto timed = [&](auto&& work) {
        return example::measure(repeats,
                                [&] {
                                    work();
                                    example::finish<Space>();
                                })
            .median;
    };
    constexpr bool copies = !std::is_same_v<Space, tw::host_space>;
    if (copies)
        t.copy_in = timed(bring);

    // One sort serves all figures. A day without a temperature counts for the rain.
    auto grouped = [&] {
        return group_by(tw::cast<std::int32_t>(city * months + month), tw::below(cities * months));
    };
    t.groups = timed([&] { (void)grouped(); });
    auto const g = grouped();
    auto const known = !isnan(temperature);
    struct {
        tw::array<double, 1, Space> total, rain;
        tw::array<tw::index_t, 1, Space> known, wet;
        tw::array<float, 1, Space> lowest, highest;
    } all;
    t.figures = timed([&] {
        all.total = g.sum(where(known, tw::cast<double>(temperature), 0.0));
        all.known = g.sum(known);
        all.rain = g.sum(tw::cast<double>(rain));
        all.wet = g.sum(rain >= 1.0f);
        all.lowest = g.min(where(known, temperature, INFINITY));
        all.highest = g.max(where(known, temperature, -INFINITY));
    });

    summary result;
    auto take = [&] {
        auto as_table = [&](auto const& x) { return reshape(x, cities, months); };
        result.mean = tw::to_host(as_table(all.total) / as_table(all.known));
        result.rain = tw::to_host(as_table(all.rain));
        result.lowest = tw::to_host(as_table(all.lowest));
        result.highest = tw::to_host(as_table(all.highest));
        result.wet_days = tw::to_host(as_table(all.wet));
    };
    take();
    if (copies)
        t.copy_out = timed(take);
    return result;
}

/// What twill replaces: a loop over the rows.
summary run_plain(days const& from, int repeats, timing& t) {
    auto const groups = from.cities.size() * months;
    std::vector<double> total(groups), rain(groups);
    std::vector<float> lowest(groups), highest(groups);
    std::vector<tw::index_t> known(groups), wet(groups);
    t.figures = example::measure(repeats, [&] {
                    std::fill(total.begin(), total.end(), 0.0);
                    std::fill(rain.begin(), rain.end(), 0.0);
                    std::fill(known.begin(), known.end(), 0);
                    std::fill(wet.begin(), wet.end(), 0);
                    std::fill(lowest.begin(), lowest.end(), INFINITY);
                    std::fill(highest.begin(), highest.end(), -INFINITY);
                    for (tw::index_t i = 0; i < from.city.size(); ++i) {
                        auto const at = static_cast<std::size_t>(from.city.data()[i]) * months +
                                        static_cast<std::size_t>(from.month.data()[i]);
                        float const degrees = from.temperature.data()[i];
                        float const fallen = from.rain.data()[i];
                        if (degrees == degrees) {
                            total[at] += static_cast<double>(degrees);
                            ++known[at];
                            lowest[at] = std::min(lowest[at], degrees);
                            highest[at] = std::max(highest[at], degrees);
                        }
                        rain[at] += static_cast<double>(fallen);
                        wet[at] += fallen >= 1.0f;
                    }
                }).median;
    auto const shape = tw::extents(static_cast<tw::index_t>(from.cities.size()), months);
    summary result;
    auto as_table = [&](auto& to, auto const& x) {
        to = std::remove_reference_t<decltype(to)>(shape);
        std::copy(x.begin(), x.end(), to.elements().begin());
    };
    for (std::size_t i = 0; i < groups; ++i)
        total[i] /= static_cast<double>(known[i]);
    as_table(result.mean, total);
    as_table(result.rain, rain);
    as_table(result.lowest, lowest);
    as_table(result.highest, highest);
    as_table(result.wet_days, wet);
    return result;
}

/// Relative for the sums; where both have no value they are equal.
double largest_difference(summary const& a, summary const& b) {
    double largest = 0;
    auto compare = [&](auto const& x, auto const& y) {
        for (tw::index_t i = 0; i < x.size(); ++i) {
            auto const p = static_cast<double>(x.data()[i]), q = static_cast<double>(y.data()[i]);
            double const difference =
                p == q || (p != p && q != q) ? 0 : std::fabs(p - q) / std::max(1.0, std::fabs(q));
            if (!(difference <= largest))
                largest = difference;
        }
    };
    compare(a.mean, b.mean);
    compare(a.rain, b.rain);
    compare(a.lowest, b.lowest);
    compare(a.highest, b.highest);
    compare(a.wet_days, b.wet_days);
    return largest;
}

example::colour colour_of(std::size_t city, std::size_t cities) {
    return example::viridis(
        cities > 1 ? 0.92 * static_cast<double>(city) / static_cast<double>(cities - 1) : 0.4);
}

/// Mean temperatures over the year as a line for each city, rain of the year as bars.
bool write_picture(std::string const& path, days const& from, summary const& s, double years) {
    std::size_t const cities = from.cities.size();
    example::canvas page(1260, 760);
    page.text(40, 40, 2.6, "Weather by city and month", 0);
    page.text(40, 72, 1.8,
              std::to_string(from.city.size()) + " days, grouped by one sort for all figures", 0);
    auto const low = static_cast<double>(tw::item(min(s.mean)));
    auto const high = static_cast<double>(tw::item(max(s.mean)));
    example::panel const chart{page, 120, 110, 640, 560, 1, months, low - 2, high + 2};
    chart.axes("month", "mean temperature (Celsius)", 12, 8);
    for (std::size_t c = 0; c < cities; ++c) {
        auto value = [&](int m) { return s.mean.data()[c * months + static_cast<std::size_t>(m)]; };
        for (int m = 0; m + 1 < months; ++m)
            page.line(chart.x_at(m + 1), chart.y_at(value(m)), chart.x_at(m + 2),
                      chart.y_at(value(m + 1)), 3, colour_of(c, cities));
        for (int m = 0; m < months; ++m)
            chart.point(m + 1, value(m), 4.5, colour_of(c, cities));
    }
    tw::host_array<double> const yearly = sum(s.rain, tw::axis<1>) / years;
    double const most = std::max(1.0, tw::item(max(yearly)));
    constexpr double left = 900, top = 110, width = 300, height = 560;
    double const step = height / static_cast<double>(cities);
    for (std::size_t c = 0; c < cities; ++c) {
        double const y = top + (static_cast<double>(c) + 0.5) * step;
        double const length = yearly.data()[c] / most * width;
        page.box(left, y - 0.3 * step, std::max(1.0, length), 0.6 * step, colour_of(c, cities));
        page.text(left - 12, y, 1.8, from.cities[c], 1);
        bool const inside = length > 0.6 * width;
        page.text(left + length + (inside ? -10 : 10), y, 1.8, format("%.0f mm", yearly.data()[c]),
                  inside ? 1 : 0, inside && c < cities / 2 ? example::paper : example::ink);
    }
    page.frame(left, top, width, height, 1.5);
    page.text(left + width / 2, top + height + 30, 2, "rain of a year", 0.5);
    return page.write(path);
}

int demonstrate(days const& from, double reading, std::string const& path, int repeats,
                std::string const& picture, example::setting const& setting) {
    std::printf("%lld days of %zu cities from %s, read in %s; median of %d calls\n",
                static_cast<long long>(from.city.size()), from.cities.size(), path.c_str(),
                format_time(reading).c_str(), repeats);
    std::printf("space: %s\n\n", setting.text.c_str());
    example::warn_if_unoptimised();

    timing plain_time, cpu_time;
    summary const plain = run_plain(from, repeats, plain_time);
    summary found = run<tw::host_space>(from, repeats, cpu_time);
    double difference = largest_difference(found, plain);
    example::table times({"", "copy in", "groups", "figures", "copy out", "together", "speed-up"});
    auto row = [&](char const* what, timing const& t) {
        auto copy = [](double s) { return s > 0 ? format_time(s) : std::string(); };
        times.row({what, copy(t.copy_in), copy(t.groups), format_time(t.figures), copy(t.copy_out),
                   format_time(t.together()), format_ratio(plain_time.together() / t.together())});
    };
    row("a loop over the rows, 1 CPU thread", plain_time);
    row("host space", cpu_time);
#if defined(__CUDACC__)
    if (setting.device) {
        timing gpu_time;
        found = run<tw::device_space>(from, repeats, gpu_time);
        difference = std::max(difference, largest_difference(found, plain));
        row("device space", gpu_time);
    }
#endif
    times.print();

    double const years =
        static_cast<double>(from.city.size()) / (365.0 * static_cast<double>(from.cities.size()));
    example::table table({"city", "coldest day", "coldest month", "warmest month", "warmest day",
                          "rain a year", "days of rain a year"});
    for (std::size_t c = 0; c < from.cities.size(); ++c) {
        auto const at = static_cast<tw::index_t>(c);
        table.row({from.cities[c],
                   format("%.1f", static_cast<double>(tw::item(min(found.lowest(at))))),
                   format("%.1f", tw::item(min(found.mean(at)))),
                   format("%.1f", tw::item(max(found.mean(at)))),
                   format("%.1f", static_cast<double>(tw::item(max(found.highest(at))))),
                   format("%.0f mm", tw::item(sum(found.rain(at))) / years),
                   format("%.0f", static_cast<double>(tw::item(sum(found.wet_days(at)))) / years)});
    }
    std::printf("\n");
    table.print();

    bool const same = difference <= 1e-9;
    std::printf("\nlargest difference to the loop: %.1e  %s\n", difference,
                same ? "(rounding)" : "WRONG, it must be below 1e-9");
    if (!picture.empty()) {
        if (!write_picture(picture, from, found, years))
            throw std::runtime_error("cannot write " + picture);
        std::printf("picture: %s\n", picture.c_str());
    }
    return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("weather", [&] {
        int years = 20;
        std::string input;
        example::shared_options shared;
        example::options options(
            "weather",
            "Weather by city and month from a CSV file, against a loop over its "
            "rows.");
        options.add('i', "input", input,
                    "a file with the columns city, date, temperature and rain; without one "
                    "weather.csv is made up");
        options.add('y', "years", years, "years that are made up");
        shared.add_repeats(options, 10);
        shared.add_space(options);
        shared.add_picture(options, "weather");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (years < 1 || years > 5000)
            throw std::invalid_argument("--years must be between 1 and 5000");
        if (input.empty())
            write_weather(input = "weather.csv", years);
        days from;
        double const reading = example::seconds([&] { from = read_weather(input); });
        if (from.city.size() == 0)
            throw std::runtime_error(input + " has no days");
        return demonstrate(from, reading, input, shared.repeats, shared.picture, setting);
    });
}
