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

type answer struct {
	key    string
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
	if _, ok := c.at[a.key]; ok || size > c.room/4 {
		return
	}
	c.at[a.key] = c.order.PushFront(a)
	for c.room -= size; c.room < 0; {
		last := c.order.Back()
		old := last.Value.(*answer)
		c.order.Remove(last)
		delete(c.at, old.key)
		c.room += len(old.body) + len(old.key) + overhead
	}
}
