// SPDX-License-Identifier: MIT
// A curve through noisy points by least squares: once by solving the normal equations, and by
// gradient descent, whose speed depends on what the curve is made of. Powers of x are nearly alike,
// and the descent crawls; Chebyshev's polynomials are not, and it is done in a few steps. It must
// go as fast as the eigenvalues say (Nocedal and Wright, "Numerical Optimization", theorem 3.3).
#include <cmath>

#include "picture.hpp"
#include "program.hpp"

#if defined(__CUDACC__)
#include <twill/linalg.cuh>
#endif
#include <twill/linalg.hpp>
#include <twill/random.hpp>

namespace tw = twill;
namespace la = twill::linalg;
using example::format;
using example::format_ratio;
using example::format_time;

namespace {

using host_vector = tw::host_array<double>;
using host_matrix = tw::host_array<double, 2>;

struct request {
    tw::index_t points = 1 << 17, terms = 8, steps = 400;
    double noise = 0.25;
    unsigned seed = 1;
};

/// Points x from -1 to 1, and what was measured there.
template <class Space>
struct points {
    tw::array<double, 1, Space> x, y;
};
template <class X>
auto true_curve(X const& x) {
    return exp(-x) * sin(5.0 * x);
}
template <class Space>
points<Space> measure_points(request const& r) {
    auto const [places, errors] = split(tw::random::key(r.seed));
    auto const shape = tw::extents(r.points);
    points<Space> p;
    p.x = tw::random::uniform<double>(places, shape, -1.0, 1.0);
    p.y = true_curve(p.x) + tw::random::normal<double>(errors, shape, 0.0, r.noise);
    return p;
}

/// What the curve is a sum of: a column each of x^j, or of T_j(x) = cos(j arccos(x)).
enum class basis { powers, chebyshev };
template <class Space, class X>
tw::array<double, 2, Space> columns(basis of, X const& x, tw::index_t terms) {
    auto const degree = tw::arange<double>(terms)(tw::newaxis, tw::full_extent);
    auto const place = x(tw::full_extent, tw::newaxis);
    if (of == basis::powers)
        return pow(place, degree);
    return cos(degree * acos(place));
}

/// Both ways to the curve, from the same columns.
struct fit {
    host_vector solved;    ///< coefficients
    host_matrix steps;     ///< those after each step of the descent
    host_matrix products;  ///< of columns, their means: the loss is a bowl of this shape
    double condition = 0;  ///< its greatest eigenvalue, by its least
    double rate = 0;       ///< of the descent
    double solve_time = 0, step_time = 0;

    /// How much the mean of the squares is above the least one, after a step.
    double above(tw::index_t step) const {
        auto const d = steps(step) - solved;
        return tw::item(tw::sum(d * matmul(products, d)));
    }
    /// By what that is divided in a step, at least.
    double factor() const { return std::pow((condition - 1) / (condition + 1), 2); }
};

template <class Space>
fit fit_curve(request const& r, basis of, points<Space> const& p, int repeats) {
    using vector = tw::array<double, 1, Space>;
    using matrix = tw::array<double, 2, Space>;
    fit f;
    matrix const a = columns<Space>(of, p.x, r.terms);
    auto const share = 1.0 / static_cast<double>(r.points);
    matrix products;
    vector solved;
    f.solve_time = example::measure(repeats, [&] {
                       products = share * matmul(transpose(a), a);
                       solved = la::solve(products, share * matmul(transpose(a), p.y));
                       example::finish<Space>();
                   }).median;
    auto const bends = tw::to_host(la::eigvalsh(products));
    double const least = bends(0), greatest = bends(r.terms - 1);
    f.condition = greatest / least;
    f.rate = 2 / (least + greatest);

    vector w(r.terms), residual(r.points);
    matrix steps(r.steps + 1, r.terms);
    w = 0.0;
    steps(0) = w;
    f.step_time = example::seconds([&] {
                      for (tw::index_t step = 1; step <= r.steps; ++step) {
                          residual = matmul(a, w) - p.y;
                          w -= f.rate * share * matmul(transpose(a), residual);
                          steps(step) = w;
                      }
                      example::finish<Space>();
                  }) /
                  static_cast<double>(r.steps);
    f.solved = tw::to_host(solved);
    f.steps = tw::to_host(steps);
    f.products = tw::to_host(products);
    return f;
}

/// Some steps of the same descent by loops: the coefficients, and seconds of a step.
double descend_plainly(request const& r, basis of, points<tw::host_space> const& p, double rate,
                       int count, std::vector<double>& w) {
    host_matrix const a = columns<tw::host_space>(of, p.x, r.terms);
    w.assign(static_cast<std::size_t>(r.terms), 0.0);
    std::vector<double> slope(w.size());
    return example::seconds([&] {
               for (int step = 0; step < count; ++step) {
                   std::fill(slope.begin(), slope.end(), 0.0);
                   for (tw::index_t i = 0; i < r.points; ++i) {
                       double const* const row = a.data() + i * r.terms;
                       double residual = -p.y.data()[i];
                       for (std::size_t j = 0; j < w.size(); ++j)
                           residual += row[j] * w[j];
                       for (std::size_t j = 0; j < w.size(); ++j)
                           slope[j] += row[j] * residual;
                   }
                   for (std::size_t j = 0; j < w.size(); ++j)
                       w[j] -= rate / static_cast<double>(r.points) * slope[j];
               }
           }) /
           count;
}

bool write_picture(std::string const& path, request const& r,
                   points<tw::host_space> const& measured, fit const& powers,
                   fit const& chebyshev) {
    constexpr example::colour blue{0.19, 0.41, 0.56}, red{0.82, 0.24, 0.20}, pale{0.72, 0.79, 0.85};
    constexpr double left = 120, width = 820, height = 420;
    example::canvas page(1000, 1160);
    page.text(left, 40, 2.6, "Least squares, solved and by gradient descent", 0);
    page.text(left, 76, 1.8,
              format("%lld points, a curve of %lld terms", static_cast<long long>(r.points),
                     static_cast<long long>(r.terms)),
              0);
    example::panel const curve{
        page, left, 110, width, height, -1, 1, -1.4 - 3 * r.noise, 2.7 + 2 * r.noise};
    for (tw::index_t i = 0; i < std::min<tw::index_t>(r.points, 1500); ++i)
        curve.point(measured.x(i), measured.y(i), 2, pale);
    auto value = [&](auto const& w, basis of, double x) {
        double sum = 0;
        for (tw::index_t j = 0; j < r.terms; ++j)
            sum += w(j) * (of == basis::powers ? std::pow(x, static_cast<double>(j))
                                               : std::cos(static_cast<double>(j) * std::acos(x)));
        return sum;
    };
    auto draw = [&](auto const& w, basis of, double thickness, example::colour c) {
        curve.curve(thickness, c, [&](double x) { return value(w, of, x); });
    };
    draw(chebyshev.solved, basis::chebyshev, 6, example::ink);
    draw(powers.steps(r.steps), basis::powers, 2.5, red);
    draw(chebyshev.steps(r.steps), basis::chebyshev, 2.5, blue);
    curve.axes("x", "y", 8, 6);
    page.text(left + width - 20, 140, 1.8, "solved", 1);
    page.text(left + width - 20, 170, 1.8,
              format("descent over powers, %lld steps", static_cast<long long>(r.steps)), 1, red);
    page.text(left + width - 20, 200, 1.8, "over Chebyshev's polynomials", 1, blue);

    double const top = 640;
    example::panel const loss{page, left, top, width, height, 0, static_cast<double>(r.steps),
                              -20,  1};
    auto descent = [&](fit const& f, example::colour c) {
        // What the eigenvalues promise, and what came.
        double const start = std::log10(f.above(0)), fall = std::log10(f.factor());
        loss.curve(1, example::ink, [&](double step) { return start + fall * step; });
        for (tw::index_t step = 0; step <= r.steps; ++step)
            loss.point(static_cast<double>(step), std::log10(f.above(step) + 1e-300), 2.5, c);
    };
    descent(powers, red);
    descent(chebyshev, blue);
    loss.axes("steps of the descent", "log10 of the loss above the least", 8, 6);
    page.text(left + width - 20, top + 220, 1.8, "descent over powers of x", 1, red);
    page.text(left + width - 20, top + 250, 1.8, "over Chebyshev's polynomials", 1, blue);
    page.text(left + width - 20, top + 280, 1.8, "lines: what the eigenvalues promise", 1);
    return page.write(path);
}

/// Whether a descent kept what the eigenvalues promise, as far as rounding lets one see it.
bool keeps_promise(fit const& f, tw::index_t steps) {
    double const promised = f.above(0) * std::pow(f.factor(), static_cast<double>(steps));
    return f.above(steps) <= promised * 1.01 + 1e-24;
}

int demonstrate(request const& r, int repeats, std::string const& path,
                example::setting const& setting) {
    std::printf("%lld points, %lld terms, %lld steps of descent\nspace: %s\n\n",
                static_cast<long long>(r.points), static_cast<long long>(r.terms),
                static_cast<long long>(r.steps), setting.text.c_str());
    example::warn_if_unoptimised();
    example::table table({"", "condition", "solve", "a step", "speed-up", "loss above the least"});
    auto const measured = measure_points<tw::host_space>(r);
    bool right = true;
    fit last[2];
    for (basis const of : {basis::powers, basis::chebyshev}) {
        bool const is_powers = of == basis::powers;
        fit& f = last[is_powers ? 0 : 1];
        f = fit_curve<tw::host_space>(r, of, measured, repeats);
        std::vector<double> plain;
        int const few = static_cast<int>(std::min<tw::index_t>(r.steps, 10));
        double const plain_step = descend_plainly(r, of, measured, f.rate, few, plain);
        auto row = [&](std::string const& where) {
            table.row({where, format("%.4g", f.condition), format_time(f.solve_time),
                       format_time(f.step_time), format_ratio(plain_step / f.step_time),
                       format("%.2g", f.above(r.steps))});
            for (tw::index_t j = 0; j < r.terms; ++j)
                right =
                    right && std::fabs(f.steps(few, j) - plain[static_cast<std::size_t>(j)]) < 1e-9;
            right = right && keeps_promise(f, r.steps);
        };
        std::string const what = is_powers ? "powers" : "Chebyshev";
        table.row({what + ", plain loops, 1 CPU thread", "", "", format_time(plain_step)});
        row(what + ", host space");
#if defined(__CUDACC__)
        if (setting.device) {
            points<tw::device_space> there;
            there.x = tw::to_device(measured.x);
            there.y = tw::to_device(measured.y);
            f = fit_curve<tw::device_space>(r, of, there, repeats);
            row(what + ", device space");
        }
#endif
    }
    table.print();
    std::printf("\nthe descents against plain loops and the eigenvalues' promise: %s\n",
                right ? "kept" : "WRONG");
    if (!path.empty()) {
        if (!write_picture(path, r, measured, last[0], last[1]))
            throw std::runtime_error("cannot write " + path);
        std::printf("picture: %s\n", path.c_str());
    }
    return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("regression", [&] {
        request r;
        example::shared_options shared;
        example::options options("regression",
                                 "A curve by least squares, solved and by gradient descent.");
        options.add('n', "points", r.points, "points that were measured");
        options.add('k', "terms", r.terms, "terms of the curve");
        options.add('i', "steps", r.steps, "steps of the descent");
        options.add('e', "noise", r.noise, "deviation of the errors");
        options.add(0, "seed", r.seed, "which points");
        shared.add_repeats(options, 5);
        shared.add_space(options);
        shared.add_picture(options, "regression");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (r.points < 100 || r.points > (tw::index_t{1} << 28))
            throw std::invalid_argument("--points must be between 100 and 2^28");
        if (r.terms < 2 || r.terms > 12)
            throw std::invalid_argument("--terms must be between 2 and 12");
        if (r.steps < 1 || r.steps > 1000000)
            throw std::invalid_argument("--steps must be between 1 and 1000000");
        if (!(r.noise >= 0 && r.noise <= 10))
            throw std::invalid_argument("--noise must be between 0 and 10");
        return demonstrate(r, shared.repeats, shared.picture, setting);
    });
}
