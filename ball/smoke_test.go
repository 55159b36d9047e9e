package ball

import ("testing";"fmt")

func TestSmoke(t *testing.T) {
	for _, p := range []uint{53,128,333,1000, 5000} {
		x := NewReal(0.7)
		var z Real
		fs := map[string]func(z,x *Real,p uint)*Real{"exp":(*Real).Exp,"log":(*Real).Log,"sin":(*Real).Sin,"cos":(*Real).Cos,"atan":(*Real).Atan,"asin":(*Real).Asin,"acos":(*Real).Acos,"erf":(*Real).Erf,"erfc":(*Real).Erfc,"sinh":(*Real).Sinh,"tanh":(*Real).Tanh,"expm1":(*Real).Expm1,"log1p":(*Real).Log1p,"sqrt":(*Real).Sqrt}
		for n,f := range fs { f(&z,x,p); fmt.Println(p, n, z.Text(40), z.RelAccuracyBits()) }
		fmt.Println(z.Pi(p).Text(50), new(Real).E(p).Text(50), new(Real).Euler(p).Text(50), new(Real).Log2(p).Text(50))
	}
}
