import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchMissingSheets, watchSheets } from '@/styles/loading'

/** happy-dom fetches no sheets: what becomes of one is for the test to say. */
const { settings } = (window as unknown as { happyDOM: { settings: Record<string, boolean> } }).happyDOM
settings.handleDisabledFileLoadingAsSuccess = true

watchSheets()

let wanted: HTMLLinkElement[]
const names = (): string[] => wanted.map(({ rel, href }) => `${rel} ${new URL(href).pathname}`)
const settled = (event: 'load' | 'error'): void =>
  wanted.forEach((link) => link.dispatchEvent(new Event(event)))

/** The bundler asks for a sheet, and the network is away. */
function fails(name: string, rel = 'stylesheet'): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.href = name
  document.body.append(link)
  link.dispatchEvent(new Event('error'))
  return link
}

beforeEach(() => {
  wanted = []
  vi.spyOn(document.head, 'append').mockImplementation((link) => void wanted.push(link as HTMLLinkElement))
})

afterEach(() => document.querySelectorAll('link').forEach((link) => link.remove()))

it('asks again for a sheet that failed, once', async () => {
  expect(fails('/assets/a.css').isConnected).toBe(false)
  const asked = fetchMissingSheets()
  expect(names()).toEqual(['stylesheet /assets/a.css'])
  settled('load')
  await asked
  await fetchMissingSheets()
  expect(names()).toHaveLength(1)
})

it('keeps the page from being shown without its looks', async () => {
  fails('/assets/b.css')
  const asked = fetchMissingSheets()
  settled('error')
  await expect(asked).rejects.toThrow('/assets/b.css')
})

it('leaves alone what is no sheet', async () => {
  expect(fails('/favicon.svg', 'icon').isConnected).toBe(true)
  document.body.dispatchEvent(new Event('error'))
  await fetchMissingSheets()
  expect(wanted).toEqual([])
})
