package serve

import (
	"container/list"
	"sync"
)

// cache keeps the answers last asked for, up to a number of bytes.
type cache struct {
	mu         sync.Mutex
	most, held int        // bytes
	order      *list.List // the last asked for in front
	at         map[string]*list.Element
}

// answer is one to a request.
type answer struct {
	key    string
	lane   int // in which the request begins, if it has no answer yet
	status int
	kind   string // content type
	file   string // the name under which it is downloaded
	body   []byte
}

// overhead stands for what an answer takes besides its bytes.
const overhead = 256

// size is what an answer counts.
func (a *answer) size() int { return len(a.body) + len(a.key) + overhead }

func newCache(most int) *cache {
	return &cache{most: most, order: list.New(), at: map[string]*list.Element{}}
}

func (c *cache) get(key string) (*answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.at[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*answer), true
}

// put keeps an answer, unless it would take more than a quarter of all room.
func (c *cache) put(a *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a.size() > c.most/4 {
		return
	}
	if e, ok := c.at[a.key]; ok {
		c.drop(e)
	}
	c.at[a.key] = c.order.PushFront(a)
	for c.held += a.size(); c.held > c.most; {
		c.drop(c.order.Back())
	}
}

// drop forgets an answer.
func (c *cache) drop(e *list.Element) {
	a := c.order.Remove(e).(*answer)
	delete(c.at, a.key)
	c.held -= a.size()
}
