import { afterEach, expect, it, vi } from 'vitest'
import { account } from '@/api/account'
import { desk } from '@/api/console'
import { api, ApiError, request } from '@/api/http'
import { lines, refusal, serve } from '../server'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const failure = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (wrong: unknown) => wrong,
  )

it('sends JSON with a body, and nothing of it without one', async () => {
  const asked = serve({ 'POST /api/guests': { player: {} }, 'GET /api/rules': {} })
  await api.becomeGuest('阿勇')
  await api.rules()
  expect(asked.map(({ body, headers }) => [body, headers.get('Content-Type')])).toEqual([
    [{ name: '阿勇' }, 'application/json'],
    [undefined, null],
  ])
})

it('brings the document, or nothing where the answer is empty', async () => {
  serve({ 'GET /api/config': { version: '7' }, 'POST /api/me/delete': { status: 200, text: '' } })
  expect(await api.config()).toEqual({ version: '7' })
  expect(await account.forget()).toBeUndefined()
})

it.each([
  [409, '{"error":{"code":"room_full"}}', ['room_full', null, null, null]],
  [422, '{"error":{"code":"bad_request","field":"name"}}', ['bad_request', 'name', null, null]],
  [
    409,
    '{"error":{"code":"already_elsewhere","room":"123456"}}',
    ['already_elsewhere', null, '123456', null],
  ],
  [
    409,
    '{"error":{"code":"no_cards","cost":4,"available":0}}',
    ['no_cards', null, null, { cost: 4, available: 0 }],
  ],
  [409, '{"error":{"code":"no_cards","cost":4}}', ['no_cards', null, null, null]],
  [502, '<html>Bad gateway</html>', ['http_502', null, null, null]],
  [500, '{}', ['http_500', null, null, null]],
  [404, '', ['http_404', null, null, null]],
])('reads the refusal %i %s', async (status, text, [code, field, room, cards]) => {
  serve({ 'GET /api/me': { status, text } })
  const wrong = await failure(api.me())
  expect(wrong).toBeInstanceOf(ApiError)
  expect(wrong).toMatchObject({ code, status, field, room, cards })
})

it('has one code for no network, half an answer and an answer that is no JSON', async () => {
  serve({ 'GET /api/rules': { status: 200, text: '{"presets":' } })
  for (const asked of [api.me(), api.rules()])
    expect(await failure(asked)).toMatchObject({ code: 'network', status: 0 })
})

it('gives up after ten seconds of silence, and leaves no timer after an answer', async () => {
  vi.useFakeTimers()
  serve({ 'GET /api/config': {} })
  await api.config()
  expect(vi.getTimerCount()).toBe(0)
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_done, failed) =>
        signal?.addEventListener('abort', () => failed(new DOMException('aborted', 'AbortError'))),
      ),
  )
  let code = ''
  void api.me().catch((wrong: ApiError) => (code = wrong.code))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(code).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(code).toBe('network')
})

it('keeps what a player types out of the path', async () => {
  const asked = serve({})
  await failure(api.room('12/../3'))
  await failure(api.join('1?x'))
  await failure(desk.players('a&b=1'))
  expect(lines(asked)).toEqual([
    'GET /api/rooms/12%2F..%2F3',
    'POST /api/rooms/1%3Fx/join',
    'GET /api/admin/players?q=a%26b%3D1',
  ])
})

it('lets an operator change things with the token that signing in gave', async () => {
  const asked = serve({
    'GET /api/admin/session': refusal(401, { code: 'no_admin' }),
    'POST /api/admin/login': { name: 'boss', csrf: 'tok' },
    'PUT /api/admin/notices/drain': { draining: true },
    'POST /api/admin/players/p1/cards': {},
    'GET /api/admin/rooms': { rooms: [] },
    'GET /api/admin/audit': { acts: [], more: false },
    'GET /api/admin/audit?before=9': { acts: [], more: false },
  })
  expect(await failure(desk.session())).toMatchObject({ code: 'no_admin', status: 401 })
  expect(await desk.login('boss', 'pw', '123456')).toBe('boss')
  await desk.drain(true)
  await desk.moveCards('p1', -3, 'k', 'mistake')
  await desk.rooms()
  await desk.acts()
  await desk.acts('9')
  expect(asked.map(({ headers }) => headers.get('X-CSRF-Token'))).toEqual([
    null,
    null,
    'tok',
    'tok',
    null,
    null,
    null,
  ])
  expect(asked[3]?.body).toEqual({ take_back: true, cards: 3, key: 'k', reason: 'mistake' })
  expect(desk.bundleUrl('r1')).toBe('/api/admin/rooms/r1/bundle')
})

it('raises only refusals', async () => {
  vi.stubGlobal('fetch', () => {
    throw new Error('blocked by an extension')
  })
  expect(await failure(request('GET', '/api/me'))).toBeInstanceOf(ApiError)
})
