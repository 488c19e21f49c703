// SPDX-License-Identifier: MIT
// What this machine offers twill: its CUDA devices, their limits and their memory as a table, and
// the CPU threads of the host space.
#include <cstdio>

#include "program.hpp"

#if defined(__CUDACC__)
#include <twill/runtime.hpp>
#endif

namespace tw = twill;
using example::format;
using example::format_bytes;

namespace {

#if defined(__CUDACC__)
std::string version(int number) { return format("%d.%d", number / 1000, number % 1000 / 10); }
std::string sizes(tw::index_t const (&most)[3]) {
    return format("%lld x %lld x %lld", static_cast<long long>(most[0]),
                  static_cast<long long>(most[1]), static_cast<long long>(most[2]));
}

void print_devices(int first, int count) {
    std::vector<tw::device_properties> devices;
    std::vector<tw::memory_figures> memory;
    std::vector<std::string> header{""};
    for (int d = first; d < first + count; ++d) {
        devices.push_back(tw::device_info(d));
        tw::device_guard const guard(d);
        memory.push_back(tw::memory_info());
        header.push_back(format("device %d", d));
    }
    example::table table(header);
    auto row = [&](char const* what, auto text) {
        std::vector<std::string> cells{what};
        for (std::size_t d = 0; d < devices.size(); ++d)
            cells.push_back(text(devices[d], memory[d]));
        table.row(cells);
    };
    using info = tw::device_properties;
    using figures = tw::memory_figures;
    row("name", [](info const& i, figures const&) { return std::string(i.name); });
    row("bus", [](info const& i, figures const&) { return std::string(i.bus); });
    row("compute capability",
        [](info const& i, figures const&) { return format("%d.%d", i.major, i.minor); });
    row("driver serves CUDA",
        [](info const& i, figures const&) { return version(i.driver_version); });
    row("CUDA runtime", [](info const& i, figures const&) { return version(i.runtime_version); });
    table.line();
    row("memory",
        [](info const& i, figures const&) { return format_bytes(static_cast<double>(i.memory)); });
    row("  free now",
        [](info const&, figures const& m) { return format_bytes(static_cast<double>(m.free)); });
    row("  bandwidth by its clock", [](info const& i, figures const&) {
        return i.bandwidth > 0 ? format("%.2f TB/s", i.bandwidth * 1e-12) : std::string("-");
    });
    row("  error correction", [](info const& i, figures const&) {
        return std::string(i.error_correction ? "yes" : "no");
    });
    row("L2 cache", [](info const& i, figures const&) {
        return format_bytes(static_cast<double>(i.l2_cache));
    });
    table.line();
    row("multiprocessors",
        [](info const& i, figures const&) { return format("%d", i.processors); });
    row("  clock", [](info const& i, figures const&) {
        return i.clock_megahertz > 0 ? format("%d MHz", i.clock_megahertz) : std::string("-");
    });
    row("  resident threads",
        [](info const& i, figures const&) { return format("%d", i.threads_per_processor); });
    row("  shared memory", [](info const& i, figures const&) {
        return format_bytes(static_cast<double>(i.shared_per_processor));
    });
    table.line();
    row("threads of a block",
        [](info const& i, figures const&) { return format("%d", i.threads_per_block); });
    row("  along x, y, z", [](info const& i, figures const&) { return sizes(i.block_limits); });
    row("blocks of a grid", [](info const& i, figures const&) { return sizes(i.grid_limits); });
    row("shared memory of a block", [](info const& i, figures const&) {
        return format_bytes(static_cast<double>(i.shared_per_block));
    });
    row("registers of a block",
        [](info const& i, figures const&) { return format("%d", i.registers_per_block); });
    table.print();
}
#endif

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("devices", [&] {
        int device = -1;
        example::options options("devices",
                                 "The CUDA devices of this machine, and its CPU threads.");
        options.add('d', "device", device, "show this device alone; -1 for all");
        if (!options.parse(argc, argv))
            return 0;
#if defined(__CUDACC__)
        int const count = tw::device_count();
        if (device < -1 || device >= count)
            throw std::invalid_argument(
                format("--device must be -1 or below %d, the number of devices", count));
        if (count > 0)
            print_devices(device < 0 ? 0 : device, device < 0 ? count : 1);
        else
            std::printf("device space: no GPU was found\n");
#else
    if (device != -1)
        throw std::invalid_argument("--device: built without CUDA");
    std::printf("device space: built without CUDA\n");
#endif
        std::printf("host space: %s\n", example::threads_text().c_str());
        return 0;
    });
}
