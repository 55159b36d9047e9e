package serve

import (
	"container/list"
	"sync"
)

// cache keeps the answers last asked for, up to a number of bytes.
type cache struct {
	mu    sync.Mutex
	room  int
	order *list.List // the last asked for in front
	at    map[string]*list.Element
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

func newCache(room int) *cache {
	return &cache{room: room, order: list.New(), at: map[string]*list.Element{}}
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

func (c *cache) put(a *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	size := len(a.body) + len(a.key) + overhead
	if size > c.room/4 {
		return
	}
	if e, ok := c.at[a.key]; ok {
		c.drop(e)
	}
	c.at[a.key] = c.order.PushFront(a)
	for c.room -= size; c.room < 0; {
		c.drop(c.order.Back())
	}
}

// drop forgets an answer.
func (c *cache) drop(e *list.Element) {
	a := c.order.Remove(e).(*answer)
	delete(c.at, a.key)
	c.room += len(a.body) + len(a.key) + overhead
}
