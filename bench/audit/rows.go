package main

// row is a model of a library, as it is printed there.
type row struct {
	library, model string
	where          string // a page or a file, with the version or the commit that was read
	printed        string // the formula as printed, in our letters
	formula        string // what krein is asked
	claimed        int    // the last dimension for which the source says it is valid; any: no limit
	remark         string
}

// any says that the source names no limit for the dimension; large is tried in its place.
const (
	any   = 0
	large = 16
)

const (
	randomFields = "RandomFields"
	geoR         = "geoR"
	gstlearn     = "gstlearn"
	gsTools      = "GSTools"
	scikit       = "scikit-learn"
	gpy          = "GPy"
	gpflow       = "GPflow"

	rdoc    = "rdocumentation.org/packages/RandomFields/versions/3.1.36/topics/"
	geoDoc  = "rdocumentation.org/packages/geoR/versions/1.9-4/topics/cov.spatial"
	gstSrc  = "github.com/gstlearn/gstlearn, src/Covariances/"
	gstools = "github.com/GeoStat-Framework/GSTools at 2858f06, src/gstools/covmodel/models.py"
	gpySrc  = "github.com/SheffieldML/GPy at 00e95f9, GPy/kern/src/stationary.py"
	gpfSrc  = "github.com/GPflow/GPflow at 099dfd9, gpflow/kernels/stationaries.py"
)

var rows = []row{
	{randomFields, "RMbessel, ν = 1/2", rdoc + "RMbessel", "2^ν Γ(ν+1) r^−ν J_ν(r), ν ≥ (d−2)/2",
		"z == 0 ? 1 : sin(z)/z", 3, ""},
	{randomFields, "RMbessel, ν = 1", rdoc + "RMbessel", "2^ν Γ(ν+1) r^−ν J_ν(r), ν ≥ (d−2)/2",
		"z == 0 ? 1 : 2*besselj(1,z)/z", 4, ""},
	{randomFields, "RMcubic", rdoc + "RMcubic", "1 − 7r² + 8.75r³ − 3.5r⁵ + 0.75r⁷, r ≤ 1",
		"z < 1 ? 1 - 7*z^2 + 8.75*z^3 - 3.5*z^5 + 0.75*z^7 : 0", 3, ""},
	{randomFields, "RMdagum, β = γ = 1/2", rdoc + "RMdagum", "1 − (1 + r^−β)^(−γ/β), 0 < β ≤ 1, 0 < γ < 1",
		"1 - (1 + z^(-1/2))^(-1)", any, ""},
	{randomFields, "RMdampedcos, λ = 1", rdoc + "RMdampedcos", "exp(−λr) cos r, λ ≥ 1/tan(π/(2d))", "exp(-z)*cos(z)", 2,
		"λ at its bound"},
	{randomFields, "RMdampedcos, λ = √3", rdoc + "RMdampedcos", "exp(−λr) cos r, λ ≥ 1/tan(π/(2d))",
		"exp(-sqrt(3)*z)*cos(z)", 3, "λ at its bound"},
	{randomFields, "RMepscauchy, ε = 1/2, α = 1, β = 1", rdoc + "RMepscauchy", "(ε + r^α)^(−β/α), 0 < α ≤ 2",
		"(1/2 + z)^(-1)", any, ""},
	{randomFields, "RMfractgauss, α = 1/2", rdoc + "RMfractgauss", "((r+1)^α − 2r^α + |r−1|^α)/2, 0 < α ≤ 2",
		"((z+1)^(1/2) - 2*z^(1/2) + abs(z-1)^(1/2))/2", 1,
		"fractional Gaussian noise: positive definite on R as its definition shows"},
	{randomFields, "RMgencauchy, α = β = 1", rdoc + "RMgencauchy", "(1 + r^α)^(−β/α), 0 < α ≤ 2", "(1 + z)^(-1)", any, ""},
	{randomFields, "RMgengneiting, κ = 1, μ = 3/2", rdoc + "RMgengneiting", "(1 + βr)(1−r)^β, β = μ + 2κ + 1/2, μ ≥ d/2",
		"z < 1 ? (1 + 4*z)*(1-z)^4 : 0", 3, ""},
	{randomFields, "RMgengneiting, κ = 2, μ = 3/2", rdoc + "RMgengneiting",
		"(1 + βr + (β²−1)/3 r²)(1−r)^β, β = μ + 2κ + 1/2, μ ≥ d/2", "z < 1 ? (1 + 6*z + 35/3*z^2)*(1-z)^6 : 0", 3, ""},
	{randomFields, "RMgengneiting, κ = 3, μ = 3/2", rdoc + "RMgengneiting", "(1 + βr + (2β²−3)/5 r² + (β²−4)β/15 " +
		"r³)(1−r)^β, β = μ + 2κ + 1/2, μ ≥ d/2", "z < 1 ? (1 + 8*z + 25*z^2 + 32*z^3)*(1-z)^8 : 0", 3, ""},
	{randomFields, "RMlgd, α = 1/2, β = 1, as printed", rdoc + "RMlgd",
		"1 − β⁻¹(α+β) r^α for r ≤ 1, α⁻¹(α+β) r^−β beyond, α ≤ (3−d)/2", "z <= 1 ? 1 - 3/2*z^(1/2) : 3*z^(-1)", 2,
		"the factors are printed upside down: |C| exceeds C(0)"},
	{randomFields, "RMlgd, α = 1/2, β = 1, factors inverted", "T. Gneiting, M. Schlather, SIAM Review 46 (2004)",
		"1 − β/(α+β) r^α for r ≤ 1, α/(α+β) r^−β beyond, α ≤ (3−d)/2", "z <= 1 ? 1 - 2/3*z^(1/2) : 1/3*z^(-1)", 2,
		"what is meant"},
	{randomFields, "RMstable, α = 3/2", rdoc + "RMstable", "exp(−r^α), 0 < α ≤ 2", "exp(-z^(3/2))", any, ""},
	{randomFields, "RMwave", rdoc + "RMwave", "sin(r)/r", "z == 0 ? 1 : sin(z)/z", 3, ""},

	{geoR, "cauchy, κ = 1", geoDoc, "(1 + h²)^−κ", "(1 + z^2)^(-1)", any, ""},
	{geoR, "circular, as printed", geoDoc, "1 − 2(θ√(1−θ²) + sin⁻¹√θ)/π, θ = min(h, 1)",
		"z < 1 ? 1 - 2*(z*sqrt(1-z^2) + asin(sqrt(z)))/pi : 0", 2,
		"the root inside sin⁻¹ is one too many (and the dimension is the usual one: the page names none)"},
	{geoR, "circular, without the root", "G. Matheron's disc", "1 − 2(θ√(1−θ²) + sin⁻¹θ)/π, θ = min(h, 1)",
		"z < 1 ? 1 - 2*(z*sqrt(1-z^2) + asin(z))/pi : 0", 2, "what is meant"},
	{geoR, "cubic", geoDoc, "1 − (7h² − 8.75h³ + 3.5h⁵ − 0.75h⁷), h < 1",
		"z < 1 ? 1 - (7*z^2 - 8.75*z^3 + 3.5*z^5 - 0.75*z^7) : 0", 3, "the page names no dimension"},
	{geoR, "gaussian", geoDoc, "exp(−h²)", "exp(-z^2)", any, ""},
	{geoR, "exponential", geoDoc, "exp(−h)", "exp(-z)", any, ""},
	{geoR, "gencauchy, κ₁ = 1, κ₂ = 3/2", geoDoc, "(1 + h^κ₂)^(−κ₁/κ₂)", "(1 + z^(3/2))^(-2/3)", any, ""},
	{geoR, "matern, κ = 3/2", geoDoc, "h^κ K_κ(h)/(2^(κ−1)Γ(κ))", "(1 + z)*exp(-z)", any, ""},
	{geoR, "spherical", geoDoc, "1 − 1.5h + 0.5h³, h < 1", "z < 1 ? 1 - 1.5*z + 0.5*z^3 : 0", 3,
		"the page names no dimension"},

	{gstlearn, "Penta", gstSrc + "CovPenta.cpp at 0d25021, CovPenta.hpp (dimensions up to 3)",
		"1 − 3h(1 − h/2(1 + h/6)) for h < 1, −2 + 3h(1 − h/2(1 − h/6)) for h < 2",
		"z < 1 ? 1 - 3*z*(1 - z/2*(1 + z/6)) : (z < 2 ? -2 + 3*z*(1 - z/2*(1 - z/6)) : 0)", 3,
		"the code is that of 1-D Regularized, which is said to be for one dimension; it belongs to no pentamodel"},
	{gstlearn, "1-D Regularized", gstSrc + "CovReg1D.cpp at 0d25021", "1 − 3h(1 − h/2(1 + h/6)) for h < 1, −2 + 3h(1 − " +
		"h/2(1 − h/6)) for h < 2", "z < 1 ? 1 - 3*z*(1 - z/2*(1 + z/6)) : (z < 2 ? -2 + 3*z*(1 - z/2*(1 - z/6)) : 0)", 1, ""},
	{gstlearn, "Cosexp, parameter 1", gstSrc + "CovCosExp.cpp at 293240e, CovCosExp.hpp (no limit of dimension)",
		"exp(−h) cos(2πh/p)", "exp(-z)*cos(2*pi*z)", any,
		"no limit is set, and the parameter is free; on R^d it takes p ≥ 2π/tan(π/(2d))"},
	{gstlearn, "Cubic", gstSrc + "CovCubic.cpp at 04d489e", "1 − h²(7 + h(−8.75 + h²(3.5 − 0.75h²))), cut off at 0",
		"z < 1 ? max(0, 1 - z^2*(7 + z*(-8.75 + z^2*(3.5 - 0.75*z^2)))) : 0", 3, ""},
	{gstlearn, "P8", gstSrc + "CovP8.cpp at c1dd7bd", "3 − h²(28 − h²(210 − h(448 − h(420 − h(192 − 35h))))), h < 1",
		"z < 1 ? 3 - z^2*(28 - z^2*(210 - z*(448 - z*(420 - z*(192 - 35*z))))) : 0", 3,
		"C(0) = 3, not 1; otherwise Wendland's function of smoothness 4"},
	{gstlearn, "Storkey", gstSrc + "CovStorkey.cpp at 0d25021", "(2(1−h)(1 + cos(2πh)/2) + 3 sin(2πh)/(2π))/3, h < 1",
		"z < 1 ? (2*(1-z)*(1 + cos(2*pi*z)/2) + 3/(2*pi)*sin(2*pi*z))/3 : 0", 1, ""},
	{gstlearn, "Triangle", gstSrc + "CovTriangle.cpp", "1 − h, h < 1", "max(0, 1 - z)", 1, ""},
	{gstlearn, "Wendland-3,1", gstSrc + "CovWendland1.cpp at 0d25021", "1 − h²(10 − h(20 − h(15 − 4h))), h < 1",
		"z < 1 ? 1 - z^2*(10 - z*(20 - z*(15 - 4*z))) : 0", 3, ""},
	{gstlearn, "Wendland-4,2", gstSrc + "CovWendland2.cpp at 00f9060", "(1 + 6h + 35/3 h²)(1−h)⁶, h < 1",
		"z < 1 ? (1 + 6*z + 35/3*z^2)*(1-z)^6 : 0", 3, ""},

	{gsTools, "Gaussian", gstools, "exp(−h²)", "exp(-z^2)", any, ""},
	{gsTools, "Exponential", gstools, "exp(−h)", "exp(-z)", any, ""},
	{gsTools, "Stable, α = 3/2", gstools, "exp(−h^α), 0 < α ≤ 2", "exp(-z^(3/2))", any, ""},
	{gsTools, "Matern, ν = 1", gstools, "2^(1−ν)/Γ(ν) (√ν h)^ν K_ν(√ν h)", "z == 0 ? 1 : z*besselk(1,z)", any, ""},
	{gsTools, "Rational, α = 1", gstools, "(1 + h²/α)^−α", "(1 + z^2)^(-1)", any, ""},
	{gsTools, "Cubic", gstools, "1 − 7h² + 35/4 h³ − 7/2 h⁵ + 3/4 h⁷, h < 1", "z < 1 ? 1 - 7*z^2 + 35/4*z^3 - 7/2*z^5 " +
		"+ 3/4*z^7 : 0", any, "Linear, Circular and Spherical check their dimension, Cubic does not: it is valid up to 3"},
	{gsTools, "Linear", gstools, "1 − h, h < 1", "max(0, 1 - z)", 1, ""},
	{gsTools, "Circular", gstools, "2/π (cos⁻¹h − h√(1−h²)), h < 1", "z < 1 ? 2/pi*(acos(z) - z*sqrt(1-z^2)) : 0", 2, ""},
	{gsTools, "Spherical", gstools, "1 − 3/2 h + 1/2 h³, h < 1", "z < 1 ? 1 - 3/2*z + z^3/2 : 0", 3, ""},
	{gsTools, "JBessel, ν = 1", gstools, "Γ(ν+1) J_ν(h)/(h/2)^ν, ν ≥ d/2 − 1", "z == 0 ? 1 : 2*besselj(1,z)/z", 4, ""},

	{scikit, "RBF", "scikit-learn.org/1.2, gaussian_process.kernels", "exp(−d²/2)", "exp(-z^2/2)", any, ""},
	{scikit, "Matern, ν = 5/2", "scikit-learn.org/1.2, gaussian_process.kernels", "(1 + √5d + 5/3 d²) exp(−√5d)",
		"(1 + sqrt(5)*z + 5/3*z^2)*exp(-sqrt(5)*z)", any, ""},
	{scikit, "RationalQuadratic, α = 1", "scikit-learn.org/1.2, gaussian_process.kernels", "(1 + d²/(2α))^−α",
		"(1 + z^2/2)^(-1)", any, ""},
	{scikit, "ExpSineSquared, l = p = 1",
		"scikit-learn.org/1.2/modules/generated/sklearn.gaussian_process.kernels.ExpSineSquared.html",
		"exp(−2 sin²(πd/p)/l²), d the Euclidean distance", "exp(-2*sin(pi*z)^2)", any, "periodic in the distance: positive " +
			"definite on R alone. GPflow's and TensorFlow's periodic kernels take sums over coordinates, which are"},

	{gpy, "Cosine", gpySrc, "cos r, r the Euclidean distance", "cos(z)", any, "positive definite on R alone"},
	{gpy, "Matern52", gpySrc, "(1 + √5r + 5/3 r²) exp(−√5r)", "(1 + sqrt(5)*z + 5/3*z^2)*exp(-sqrt(5)*z)", any, ""},
	{gpy, "ExpQuad", gpySrc, "exp(−r²/2) (the documentation prints Matern52's)", "exp(-z^2/2)", any,
		"the code is the Gaussian, the documentation prints (1 + √5r + 5/3 r²) exp(−√5r)"},
	{gpy, "RatQuad, α = 2", gpySrc, "(1 + r²/2)^−α", "(1 + z^2/2)^(-2)", any, ""},

	{gpflow, "RationalQuadratic, α = 1", gpfSrc, "(1 + r²/(2α))^−α", "(1 + z^2/2)^(-1)", any, ""},
	{gpflow, "Exponential", gpfSrc, "exp(−r/2)", "exp(-z/2)", any, ""},
	{gpflow, "Matern32", gpfSrc, "(1 + √3r) exp(−√3r)", "(1 + sqrt(3)*z)*exp(-sqrt(3)*z)", any, ""},
}
