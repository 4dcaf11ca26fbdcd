import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/http'
import { failureText } from '@/game/errors'
import { becomeGuest, lastName, loadMe, me, rename } from '@/game/me'
import zh from '@/i18n/zh'
import { lines, refusal, serve } from '../server'

const known = (name: string) => ({ player: { id: 'p', name }, room: null, version: '0' })

beforeEach(() => {
  me.value = undefined
  window.localStorage.clear()
})

afterEach(() => vi.unstubAllGlobals())

it('is nobody where the server knows nobody, and unknown where it cannot be asked', async () => {
  const answers: Parameters<typeof serve>[0] = { 'GET /api/me': refusal(401, { code: 'no_session' }) }
  serve(answers)
  expect([await loadMe(), me.value]).toEqual([null, null])
  me.value = undefined
  for (const wrong of [undefined, refusal(403, { code: 'bad_origin' }), refusal(500, { code: 'internal' })]) {
    answers['GET /api/me'] = wrong
    await expect(loadMe()).rejects.toBeInstanceOf(ApiError)
    expect(me.value).toBeUndefined()
  }
})

it.each([
  ['becomes a guest', becomeGuest, 'POST /api/guests'],
  ['gets another name', rename, 'PATCH /api/me'],
])('%s, is known by that name at once and remembered', async (_, act, line) => {
  const asked = serve({ [line]: {}, 'GET /api/me': known('小李') })
  expect(lastName()).toBe('')
  await act('小李')
  expect(lines(asked)).toEqual([line, 'GET /api/me'])
  expect(asked[0]?.body).toEqual({ name: '小李' })
  expect([me.value?.player.name, lastName()]).toEqual(['小李', '小李'])
})

it.each([becomeGuest, rename])('stays who they are when the server refuses', async (act) => {
  serve({
    'POST /api/guests': refusal(422, { code: 'bad_request', field: 'name' }),
    'PATCH /api/me': refusal(403, { code: 'muted' }),
  })
  await expect(act('x')).rejects.toBeInstanceOf(ApiError)
  expect([me.value, lastName()]).toEqual([undefined, ''])
})

it.each([
  [new TypeError('x'), zh.errors.network],
  [new ApiError('network', 0), zh.errors.network],
  [new ApiError('bad_request', 422, 'name'), zh.errors.bad_name],
  [new ApiError('bad_request', 422, 'hands'), zh.errors.bad_request],
  [new ApiError('illegal:cannot_win', 409), zh.errors.cannot_win],
  [new ApiError('something_new', 499), zh.errors.unknown],
  [new ApiError('something_new', 500), zh.errors.server],
  [new ApiError('http_502', 502), zh.errors.server],
  [new ApiError('away', 503), zh.errors.away],
])('says of %s what went wrong', (failure, text) => expect(failureText(failure)).toBe(text))
