package certify

import (
	"context"
	"math/big"
	"time"

	"krein/certify/region"
)

// Over certifies the kernels of a family on R^dim for all values of an interval at once. The certificate is that of the whole
// interval. Where it leaves a claim open and an end belongs to the interval, the reason may be the end alone (a frequency
// that is 0 there, two rates that meet, the threshold itself): then the interval without its ends has a certificate, and so
// has each end. The document, nil if there is none, has every asked claim that is decided for the whole interval.
func Over(ctx context.Context, f *region.Family, s region.Span, dim int, set *Settings) (*Certificate, *region.Document, error) {
	if set == nil {
		set = &Settings{}
	}
	var ends []*big.Rat
	if !s.OpenFrom {
		ends = append(ends, s.From)
	}
	if !s.OpenTo {
		ends = append(ends, s.To)
	}
	k, err := f.Over(s)
	if err != nil {
		return nil, nil, err
	}
	clock := (&RegionSettings{Settings: *set}).clock
	begin := clock()
	cert, err := Run(ctx, k, dim, set)
	if err != nil || len(ends) == 0 {
		return cert, nil, err
	}
	until := max(begin+set.Time, clock()+set.Time/4) // something is left for the pieces
	ids := set.Claims
	if len(ids) == 0 {
		ids = IDs()
	}
	pieces := *set
	pieces.Claims = nil
	d := &region.Document{Formula: f.Formula, Name: f.Name, Params: f.Params, Lo: s.From, Hi: s.To, Dim: dim}
	whole := map[ID]bool{}
	for _, id := range ids {
		if whole[id] = decided(cert.Claim(id).Status); !whole[id] {
			pieces.Claims = append(pieces.Claims, id)
		}
	}
	// What is left after a piece is for those that it decides; what it does not decide is not looked for at the others.
	var certs []*Certificate
	for i := -1; i < len(ends) && len(pieces.Claims) > 0; i++ {
		if i < 0 {
			k, err = f.Over(region.Span{From: s.From, To: s.To, OpenFrom: true, OpenTo: true})
		} else {
			k, err = f.At(ends[i])
		}
		if err != nil {
			return nil, nil, err
		}
		if set.Time > 0 {
			if pieces.Time = (until - clock()) / time.Duration(len(ends)-i); pieces.Time <= 0 {
				return cert, nil, nil
			}
		}
		c, err := Run(ctx, k, dim, &pieces)
		if err != nil {
			return nil, nil, err
		}
		certs = append(certs, c)
		var left []ID
		for _, id := range pieces.Claims {
			if s := c.Claim(id).Status; decided(s) && s == certs[0].Claim(id).Status {
				left = append(left, id)
			}
		}
		pieces.Claims = left
	}
	if len(pieces.Claims) == 0 {
		return cert, nil, nil
	}
	inPieces := map[ID]bool{}
	for _, id := range pieces.Claims {
		inPieces[id] = true
	}
	for _, id := range ids {
		c := region.Claim{ID: id}
		switch {
		case whole[id]:
			c.Boxes = []region.Box{{Span: s, Cert: cert}}
		case inPieces[id]:
			c.Boxes = []region.Box{{Span: region.Span{From: s.From, To: s.To, OpenFrom: true, OpenTo: true}, Cert: certs[0]}}
			for i, at := range ends {
				c.Points = append(c.Points, region.Point{At: at, Cert: certs[i+1]})
			}
		default:
			continue
		}
		if c.Cells, err = region.Cells(id, f.Affine(s.From, s.To) == nil, s.From, s.To, c.Values(), c.Pieces()); err != nil {
			return nil, nil, err
		}
		d.Claims = append(d.Claims, c)
	}
	return cert, d, nil
}

// decided reports whether a status is a promise.
func decided(s Status) bool { return s == Proved || s == Refuted }
