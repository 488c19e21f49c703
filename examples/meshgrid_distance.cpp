// SPDX-License-Identifier: MIT
// The distance of every point of a grid of latitudes and longitudes to one place, written as one
// expression and evaluated in three forms: from arrays filled on the host and copied; with scalars
// where two of the arrays held one number; and with the grid generated inside the kernel, nothing
// copied in.
#include <cmath>

#include "picture.hpp"
#include "program.hpp"

namespace tw = twill;
using example::format_ratio;
using example::format_time;

namespace {

constexpr double half_degree = 0.008726645;  // half a degree in radians
constexpr double degree = 0.01745329;
constexpr double latitude = 30.0;
constexpr double longitude = 101.0;
constexpr double lowest_latitude = 29.0, highest_latitude = 31.0;
constexpr double lowest_longitude = 99.0, highest_longitude = 101.0;
constexpr double scale = 12742.0;  // twice the radius of the Earth in km

/// The formula for whole arrays: any argument may be an array, a generator or a number.
template <class Lat1, class Lon1, class Lat2, class Lon2>
auto distance(Lat1 const& lat1, Lon1 const& lon1, Lat2 const& lat2, Lon2 const& lon2) {
    using std::cos;
    auto a = square(sin(half_degree * (lat2 - lat1))) +
             cos(degree * lat1) * cos(degree * lat2) * square(sin(half_degree * (lon2 - lon1)));
    return scale * atan2(a, 1.0 - a);
}

struct grid {
    tw::index_t side;
    double at(double low, double high, tw::index_t i) const {
        return i == side - 1
                   ? high
                   : low + static_cast<double>(i) * ((high - low) / static_cast<double>(side - 1));
    }
    double latitude_of(tw::index_t column) const {
        return at(lowest_latitude, highest_latitude, column);
    }
    double longitude_of(tw::index_t row) const {
        return at(lowest_longitude, highest_longitude, row);
    }
};

/// The formula as a loop of one thread. Not inlined, so that the calls stay calls.
__attribute__((noinline)) void plain_loop(double* to, grid const& g) {
    for (tw::index_t i = 0; i < g.side; ++i) {
        double const lon = g.longitude_of(i);
        for (tw::index_t j = 0; j < g.side; ++j) {
            double const lat = g.latitude_of(j);
            double const s = std::sin(half_degree * (latitude - lat));
            double const t = std::sin(half_degree * (longitude - lon));
            double const a = s * s + std::cos(degree * lat) * std::cos(degree * latitude) * (t * t);
            to[i * g.side + j] = scale * std::atan2(a, 1.0 - a);
        }
    }
}

/// Every argument of the formula as a filled array.
struct filled {
    tw::host_array<double, 2> lat1, lon1, lat2, lon2;
    explicit filled(grid const& g)
        : lat1(tw::extents(g.side, g.side)),
          lon1(tw::extents(g.side, g.side)),
          lat2(tw::extents(g.side, g.side)),
          lon2(tw::extents(g.side, g.side)) {
        for (tw::index_t i = 0; i < g.side; ++i) {
            for (tw::index_t j = 0; j < g.side; ++j) {
                tw::index_t const at = i * g.side + j;
                lat1.data()[at] = g.latitude_of(j);
                lon1.data()[at] = g.longitude_of(i);
                lat2.data()[at] = latitude;
                lon2.data()[at] = longitude;
            }
        }
    }
};

struct form {
    double copy_in = 0;
    example::times kernel;
    double copy_out = 0;
    double difference = 0;
    double total() const { return copy_in + kernel.median + copy_out; }
};

/// Evaluates one form. `copy_in` brings the arrays it needs over, `run` evaluates it into its
/// argument.
template <class Space, class CopyIn, class Run>
form measure_form(grid const& g, std::vector<double> const& expected, int repeats, CopyIn&& copy_in,
                  Run&& run) {
    form result;
    tw::array<double, 2, Space> d(tw::extents(g.side, g.side));
    tw::host_array<double, 2> back(tw::extents(g.side, g.side));
    result.copy_in = example::measure(repeats, copy_in).median;
    result.kernel = example::measure(repeats, [&] {
        run(d);
        example::finish<Space>();
    });
    if (std::is_same_v<Space, tw::host_space>) {
        tw::copy(back, d);
    } else {
        result.copy_out = example::measure(repeats, [&] { tw::copy(back, d); }).median;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
        double const difference = std::fabs(back.data()[i] - expected[i]);
        if (!(difference <= result.difference))
            result.difference = difference;  // also for a NaN
    }
    return result;
}

template <class Space>
std::vector<form> run_forms(grid const& g, filled const& host, std::vector<double> const& expected,
                            int repeats) {
    constexpr bool on_device = std::is_same_v<Space, tw::device_space>;
    std::vector<form> forms;

    tw::array<double, 2, Space> lat1(host.lat1.shape()), lon1(host.lon1.shape());
    auto grid_in = [&] {
        tw::copy(lat1, host.lat1);
        tw::copy(lon1, host.lon1);
    };
    {
        tw::array<double, 2, Space> lat2(host.lat2.shape()), lon2(host.lon2.shape());
        auto all_in = [&] {
            grid_in();
            tw::copy(lat2, host.lat2);
            tw::copy(lon2, host.lon2);
        };
        forms.push_back(measure_form<Space>(
            g, expected, repeats, all_in, [&](auto& d) { d = distance(lat1, lon1, lat2, lon2); }));
    }
    forms.push_back(measure_form<Space>(g, expected, repeats, grid_in, [&](auto& d) {
        d = distance(lat1, lon1, latitude, longitude);
    }));
    forms.push_back(measure_form<Space>(
        g, expected, repeats, [] {},
        [&](auto& d) {
            auto [lat, lon] =
                tw::meshgrid(tw::linspace(lowest_latitude, highest_latitude, g.side),
                             tw::linspace(lowest_longitude, highest_longitude, g.side));
            d = distance(lat, lon, latitude, longitude);
        }));
    if (!on_device)
        for (form& f : forms)
            f.copy_in = 0;
    return forms;
}

bool write_picture(std::string const& path, grid const& g, std::vector<double> const& d) {
    auto const [low, high] = std::minmax_element(d.begin(), d.end());
    auto sample = [&](double u, double v) {
        double const x = std::clamp(v, 0.0, 1.0) * static_cast<double>(g.side - 1);
        double const y = std::clamp(u, 0.0, 1.0) * static_cast<double>(g.side - 1);
        auto const j = std::min(static_cast<tw::index_t>(x), g.side - 2);
        auto const i = std::min(static_cast<tw::index_t>(y), g.side - 2);
        auto at = [&](tw::index_t row, tw::index_t column) {
            return d[static_cast<std::size_t>(row * g.side + column)];
        };
        double const p = x - static_cast<double>(j);
        double const q = y - static_cast<double>(i);
        return (1 - q) * ((1 - p) * at(i, j) + p * at(i, j + 1)) +
               q * ((1 - p) * at(i + 1, j) + p * at(i + 1, j + 1));
    };
    std::string const side = std::to_string(g.side);
    return example::write_field(
        path,
        {"Great-circle style distance to (30 N, 101 E)",
         "s * atan2(a, 1 - a) on a grid of " + side + " x " + side + " points",
         "longitude (degrees east)", "latitude (degrees north)", "distance", lowest_longitude,
         highest_longitude, lowest_latitude, highest_latitude, longitude, latitude, "30 N, 101 E"},
        *low, *high, sample);
}

int demonstrate(tw::index_t side, int repeats, std::string const& picture,
                example::setting const& setting) {
    grid const g{side};
    std::printf(
        "distance of a %lld x %lld grid of float64 points to one place, median of %d calls\n",
        static_cast<long long>(side), static_cast<long long>(side), repeats);
    std::printf("space: %s\n\n", setting.text.c_str());
    example::warn_if_unoptimised();

    std::vector<double> expected(static_cast<std::size_t>(side * side));
    double const plain = example::measure(repeats, [&] { plain_loop(expected.data(), g); }).median;
    double filling = 0;
    filled const host = [&] {
        auto const start = std::chrono::steady_clock::now();
        filled made(g);
        filling = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return made;
    }();

    example::table table({"", "copies in", "first call", "kernel", "copies out", "together",
                          "speed-up", "difference"});
    table.row({"plain loop, 1 CPU thread", "", "", format_time(plain), "", format_time(plain),
               format_ratio(1), ""});
    double largest = 0;
    auto add = [&](char const* where, std::vector<form> const& forms, bool copies) {
        char const* const names[] = {"four filled arrays", "two arrays, two scalars",
                                     "grid made in the kernel"};
        table.line();
        for (std::size_t i = 0; i < forms.size(); ++i) {
            form const& f = forms[i];
            table.row({std::string(where) + ", " + names[i],
                       copies ? (f.copy_in > 1e-6 ? format_time(f.copy_in) : "none") : "",
                       format_time(f.kernel.first), format_time(f.kernel.median),
                       copies ? format_time(f.copy_out) : "", format_time(f.total()),
                       format_ratio(plain / f.total()), example::format("%.1e", f.difference)});
            if (!(f.difference <= largest))
                largest = f.difference;
        }
    };
    add("host", run_forms<tw::host_space>(g, host, expected, repeats), false);
#if defined(__CUDACC__)
    if (setting.device)
        add("device", run_forms<tw::device_space>(g, host, expected, repeats), true);
#endif
    table.print();

    // The largest distance is about 4: this is a few units in the last place of the functions.
    double const tolerance = 1e-12;
    bool const right = largest <= tolerance;
    std::printf("\nfilling the four arrays on the host, before any copy: %s\n",
                format_time(filling).c_str());
    std::printf("largest difference to the plain loop: %.1e  %s\n", largest,
                right ? "(rounding)" : "WRONG, it must be below 1e-12");
    if (!picture.empty()) {
        if (!write_picture(picture, g, expected))
            throw std::runtime_error("cannot write " + picture);
        std::printf("picture: %s\n", picture.c_str());
    }
    return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("meshgrid_distance", [&] {
        tw::index_t side = 1000;
        example::shared_options shared;
        example::options options(
            "meshgrid_distance",
            "The distance of a grid of points to one place, in three forms, against a plain loop.");
        options.add('n', "size", side, "points along each side of the grid");
        shared.add_repeats(options, 20);
        shared.add_space(options);
        shared.add_picture(options, "meshgrid_distance");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (side < 2 || side > 30000)
            throw std::invalid_argument("--size must be between 2 and 30000");
        return demonstrate(side, shared.repeats, shared.picture, setting);
    });
}
