import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import type { Me } from '@/api/http'
import { me } from '@/game/me'
import { locale, setLocale } from '@/i18n'
import zh from '@/i18n/zh'
import { load } from '@/storage'
import Home from '@/views/Home.vue'
import { lines, refusal, serve, type Asked } from '../server'

let router: Router
let shown: VueWrapper | null = null
let asked: Asked[]

const find = (id: string) => (shown as VueWrapper).find(`[data-testid="${id}"]`)
const alert = (): string => (shown as VueWrapper).get('[role="alert"]').text()
const known = (room: Me['room'] = null, name = '阿勇'): Me => ({
  player: { id: 'p', name },
  room,
  version: '0',
})
const NOBODY = refusal(401, { code: 'no_session' })

async function open(answers: Parameters<typeof serve>[0]): Promise<void> {
  asked = serve(answers)
  shown = mount(Home, { global: { plugins: [router] }, attachTo: document.body })
  await flushPromises()
}

beforeEach(async () => {
  me.value = undefined
  window.localStorage.clear()
  router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<p />' } }],
  })
  await router.push('/')
})

afterEach(async () => {
  shown?.unmount()
  shown = null
  vi.unstubAllGlobals()
  await setLocale('zh-CN', false)
})

describe('a player who comes', () => {
  it.each(['lobby', 'playing', 'settling', 'between'] as const)(
    'goes back to the table that is %s',
    async (phase) => {
      await open({ 'GET /api/me': known({ id: 'r', code: '386201', phase } as Me['room']) })
      expect(router.currentRoute.value.path).toBe('/r/386201')
    },
  )

  it.each(['ended', 'dissolved'] as const)(
    'stays here when it is %s, and is shown the way',
    async (phase) => {
      await open({ 'GET /api/me': known({ id: 'r', code: '386201', phase } as Me['room']) })
      expect(router.currentRoute.value.path).toBe('/')
      expect(find('resume').attributes('href')).toBe('/r/386201')
    },
  )

  it('is told when the server cannot be reached, and may try again', async () => {
    const answers: Parameters<typeof serve>[0] = {}
    await open(answers)
    expect(alert()).toContain(zh.errors.network)
    expect(find('create').exists()).toBe(false)
    answers['GET /api/me'] = known()
    await shown?.get('[role="alert"] button').trigger('click')
    await flushPromises()
    expect(shown?.find('[role="alert"]').exists()).toBe(false)
    expect(find('create').exists()).toBe(true)
  })
})

describe('a nickname', () => {
  it('makes a guest, is remembered and asked for once', async () => {
    const answers: Parameters<typeof serve>[0] = { 'GET /api/me': NOBODY, 'POST /api/guests': {} }
    await open(answers)
    expect(document.activeElement).toBe(find('nickname').element)
    await find('enter').trigger('submit')
    expect(alert()).toBe(zh.game.name_short)
    await find('nickname').setValue('  小李 ')
    answers['GET /api/me'] = known(null, '小李')
    await find('enter').trigger('submit')
    await flushPromises()
    expect(asked.find(({ path }) => path === '/api/guests')?.body).toEqual({ name: '小李' })
    expect(load('name')).toBe('小李')
    expect(shown?.text()).toContain('小李')
    expect(find('nickname').exists()).toBe(false)
  })

  it('that the server does not take is said where it was typed', async () => {
    await open({
      'GET /api/me': NOBODY,
      'POST /api/guests': refusal(422, { code: 'bad_request', field: 'name' }),
    })
    await find('nickname').setValue('x')
    await find('enter').trigger('submit')
    await flushPromises()
    expect(alert()).toBe(zh.errors.bad_name)
    expect(find('nickname').attributes('aria-describedby')).toBe('nickname-wrong')
    expect(find('enter').attributes('disabled')).toBeUndefined()
  })

  it('that the browser cannot keep is said, because it refuses cookies', async () => {
    await open({ 'GET /api/me': NOBODY, 'POST /api/guests': {} })
    await find('nickname').setValue('小李')
    await find('enter').trigger('submit')
    await flushPromises()
    expect(alert()).toBe(zh.errors.no_cookies)
    expect((find('nickname').element as HTMLInputElement).value).toBe('小李')
  })

  it('is not asked of a player whom the operator has banned', async () => {
    await open({ 'GET /api/me': refusal(403, { code: 'banned' }) })
    expect(alert()).toContain(zh.errors.banned)
    expect(find('nickname').exists()).toBe(false)
  })

  it('may be changed', async () => {
    const answers: Parameters<typeof serve>[0] = { 'GET /api/me': known(), 'PATCH /api/me': {} }
    await open(answers)
    await find('rename').trigger('click')
    expect((find('nickname').element as HTMLInputElement).value).toBe('阿勇')
    await find('nickname').setValue('阿勇哥')
    answers['GET /api/me'] = known(null, '阿勇哥')
    await find('enter').trigger('submit')
    await flushPromises()
    expect(find('rename').exists()).toBe(true)
    expect(shown?.text()).toContain('阿勇哥')
  })
})

describe('the code of a room', () => {
  it('leads there once the server knows it', async () => {
    await open({ 'GET /api/me': known(), 'GET /api/rooms/386201': { room: {} } })
    await shown?.get('form input').setValue('386201')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/r/386201')
    expect(lines(asked)).toEqual(['GET /api/me', 'GET /api/rooms/386201'])
  })

  it('leads nowhere after an update, and it is not the network that is blamed here', async () => {
    const said = vi.fn()
    router.onError(said)
    router.addRoute({
      path: '/r/:code',
      component: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    })
    await open({ 'GET /api/me': known(), 'GET /api/rooms/386201': { room: {} } })
    await shown?.get('form input').setValue('386201')
    await flushPromises()
    expect(find('join-wrong').exists()).toBe(false)
    expect(find('join').attributes('disabled')).toBeUndefined()
    expect(said).toHaveBeenCalledOnce()
  })

  it('that is short or wrong is said here', async () => {
    await open({
      'GET /api/me': known(),
      'GET /api/rooms/111111': refusal(404, { code: 'room_unavailable' }),
    })
    await shown?.get('form input').setValue('111')
    await shown?.get('form').trigger('submit')
    expect(find('join-wrong').text()).toBe(zh.game.code_short)
    await shown?.get('form input').setValue('111111')
    await flushPromises()
    expect(find('join-wrong').text()).toBe(zh.errors.room_unavailable)
    expect(router.currentRoute.value.path).toBe('/')
    await shown?.get('form').trigger('submit')
    await flushPromises()
    expect(lines(asked).filter((line) => line.includes('rooms'))).toHaveLength(2)
  })
})

it('changes its language, and remembers it', async () => {
  await open({ 'GET /api/me': known() })
  await shown?.get('.language').trigger('click')
  await vi.waitFor(() => expect(locale()).toBe('en'), { timeout: 10_000 })
  await flushPromises()
  expect(shown?.text()).toContain('Open a room')
  expect(load('locale')).toBe('en')
})
