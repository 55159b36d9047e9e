package testlong

// ballast is memory that nothing touches. The collector counts it, and so runs every hundred
// megabytes or so instead of every four: most tests keep little and allocate much.
var ballast = make([]byte, 64<<20)

func init() { ballast = ballast[:0] }
