// Package ball is rigorous real and complex arithmetic: midpoint and radius.
package ball
