// What the page offers its player now. Null while there is nothing to do and the wall has more than `wall` tiles.
// A hand is over when it is booked.
(wall) => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  const byId = (id) => document.querySelector(`[data-testid="${id}"]`)
  const idsOf = (start) => all(`[data-testid^="${start}-"]`).map((element) => element.dataset.testid.slice(start.length + 1))
  const offer = { kind: 'ask', buttons: [], kongs: [], voids: [], may: [], tiles: [], ready: [], melds: [], last: null }

  if ((byId('settlement') && !byId('settling')) || byId('ranking')) return { ...offer, kind: 'over' }
  const left = /\d+/.exec(byId('wall')?.textContent ?? '')
  if (wall !== null && left !== null && Number(left[0]) <= wall) return { ...offer, kind: 'wall' }
  if (document.querySelector('.table-away')) return null

  const tiles = all('[data-testid="hand"] [data-index]')
  const kind = (tile) => tile.dataset.testid.slice('tile-'.length)
  const nameOf = (element) => element.getAttribute('aria-label').split('，')[0]
  const newest = document.querySelector('.river-new')
  const turn = byId('hand')?.hasAttribute('data-turn') ?? false
  const exchange = byId('exchange')

  offer.buttons = ['win', 'kong', 'pung', 'pass'].filter((name) => byId(`claim-${name}`))
  offer.kongs = idsOf('kong')
  offer.voids = idsOf('void')
  offer.tiles = tiles.map(kind)
  offer.may = turn ? tiles.filter((tile) => !tile.hasAttribute('aria-disabled')).map(kind) : []
  offer.ready = tiles.filter((tile) => tile.querySelector('.tile-tag')).map(kind)
  offer.melds = idsOf('meld')
  if (newest) offer.last = tiles.filter((tile) => nameOf(tile) === nameOf(newest)).map(kind)[0] ?? null
  if (exchange && !exchange.disabled) return { ...offer, kind: 'exchange' }
  if (offer.voids.length > 0) return { ...offer, kind: 'void' }
  return offer.buttons.length + offer.kongs.length + offer.may.length > 0 ? offer : null
}
