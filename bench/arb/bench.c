/* Times of Arb's elementary functions and of J on point inputs, one line "name ns" each.
   Names and inputs are those of BenchmarkElementary in package ball and BenchmarkBesselJBall in package special. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <arb.h>
#include <arb_hypgeom.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return x < y ? -1 : x > y;
}

typedef void (*fun)(arb_t, const arb_t, slong);

static void mul(arb_t z, const arb_t x, slong p) { arb_mul(z, x, x, p); }
static void add(arb_t z, const arb_t x, slong p) { arb_add(z, x, x, p); }
static void quo(arb_t z, const arb_t x, slong p) { arb_ui_div(z, 3, x, p); }

static arb_t order;

static void bessel(arb_t z, const arb_t x, slong p) { arb_hypgeom_bessel_j(z, order, x, p); }

/* Median of eleven samples of at least a millisecond each. */
static double measure(fun f, arb_t z, const arb_t x, slong p)
{
    double sample[11];
    for (int s = -2; s < 11; s++)
    {
        long n = 0;
        double t0 = now(), t;
        do {
            for (int i = 0; i < 50; i++)
                f(z, x, p);
            n += 50;
            t = now() - t0;
        } while (t < 2e6);
        if (s >= 0)
            sample[s] = t / n;
    }
    qsort(sample, 11, sizeof(double), compare);
    return sample[5];
}

int main(void)
{
    struct { const char *name; fun f; } fs[] = {
        {"exp", arb_exp}, {"expm1", arb_expm1}, {"log", arb_log}, {"log1p", arb_log1p},
        {"sin", arb_sin}, {"cos", arb_cos}, {"tan", arb_tan},
        {"sinh", arb_sinh}, {"cosh", arb_cosh}, {"tanh", arb_tanh},
        {"asin", arb_asin}, {"acos", arb_acos}, {"atan", arb_atan},
        {"erf", arb_hypgeom_erf}, {"erfc", arb_hypgeom_erfc}, {"sqrt", arb_sqrt},
        {"add", add}, {"mul", mul}, {"quo", quo},
    };
    slong precs[] = {128, 333, 1000};
    for (int k = 0; k < 3; k++)
    {
        arb_t x, z;
        arb_init(x);
        arb_init(z);
        arb_set_d(x, 0.5);
        arb_sqrt(x, x, precs[k]);
        mag_zero(arb_radref(x));
        for (size_t i = 0; i < sizeof fs / sizeof *fs; i++)
            printf("%s/%ld %.1f\n", fs[i].name, (long) precs[k], measure(fs[i].f, z, x, precs[k]));
        arb_clear(x);
        arb_clear(z);
    }
    double orders[] = {0, 0.5, 7, 31.5, 391}, xs[] = {0.7, 12.3, 150.1};
    arb_init(order);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 3; j++)
            {
                arb_t x, z;
                arb_init(x);
                arb_init(z);
                arb_set_d(order, orders[i]);
                arb_set_d(x, xs[j]);
                printf("prec=%ld/nu=%g/x=%g %.1f\n", (long) precs[k], orders[i], xs[j], measure(bessel, z, x, precs[k]));
                arb_clear(x);
                arb_clear(z);
            }
    arb_clear(order);
    flint_cleanup();
    return 0;
}
