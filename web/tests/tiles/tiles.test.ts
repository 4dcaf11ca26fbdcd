import { mount } from '@vue/test-utils'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { settings } from '@/settings'
import { atlasReady, cellOf, cellWidth, sheetOf } from '@/tiles/atlas'
import { cornerText, isTile, suitOf, tileIndex, tileName, TILES } from '@/tiles/kinds'
import MeldTiles from '@/tiles/MeldTiles.vue'
import TileFace from '@/tiles/TileFace.vue'

const sprite = readFileSync('src/tiles/sprite.svg', 'utf8')

afterEach(() => {
  atlasReady.value = false
  settings.cornerIndex = false
})

describe('kinds', () => {
  it('are thirty, each with a drawing and a place in the atlas', () => {
    expect(new Set(TILES).size).toBe(30)
    const drawn = Array.from(sprite.matchAll(/<symbol id="(\w+)"/g), ([, id]) => id)
    expect(drawn).toEqual([...TILES])
    const cells = TILES.map((_, index) => cellOf(index))
    expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(30)
    expect(cells.every(({ column, row }) => column < 10 && row < 3)).toBe(true)
  })

  it('know their suit, corner and name', () => {
    expect(['3p', '9m', '6z'].map((tile) => isTile(tile) && suitOf(tile))).toEqual(['p', 'm', null])
    expect([isTile('0m'), isTile('1z'), isTile('')]).toEqual([false, false, false])
    expect([cornerText('3p'), cornerText('7z')]).toEqual(['3', ''])
    expect([tileName('3p'), tileName(null), tileIndex('7z')]).toEqual(['三筒', '牌背', 29])
  })
})

describe('the atlas', () => {
  it('lays every face out in one picture of the right size', () => {
    const sheet = sheetOf(sprite, 60)
    expect(sheet).toContain('width="600" height="240"')
    expect(sheet.match(/<use href="#\d[mpsz]"/g)).toHaveLength(30)
    expect(sheet).toContain('<use href="#7z" x="540" y="160" width="60" height="80"/>')
    expect(new DOMParser().parseFromString(sheet, 'image/svg+xml').querySelector('parsererror')).toBeNull()
  })

  it('is as fine as the display, within limits', () => {
    expect(cellWidth(360, 3)).toBe(156)
    expect(cellWidth(360, 4)).toBe(192)
    expect(cellWidth(800, 1)).toBe(88)
  })
})

describe('a tile', () => {
  it('is a picture with a name, drawn by the sprite until the atlas is ready', async () => {
    const tile = mount(TileFace, { props: { tile: '3p', size: 40 } })
    expect(tile.attributes()).toMatchObject({ role: 'img', 'aria-label': '三筒' })
    expect(tile.find('use').attributes('href')).toMatch(/#3p$/)
    atlasReady.value = true
    await tile.vm.$nextTick()
    expect(tile.find('svg').exists()).toBe(false)
    expect(tile.attributes('style')).toContain('--at: 22.222')
  })

  it('is a button that says what is special about it', async () => {
    const tile = mount(TileFace, {
      props: { tile: '9s', size: 40, button: true, selected: true, voided: true },
    })
    expect(tile.element.tagName).toBe('BUTTON')
    expect(tile.attributes()).toMatchObject({
      'aria-label': '九条，已选中，缺门牌',
      'aria-pressed': 'true',
      type: 'button',
    })
    expect(tile.classes()).toEqual(expect.arrayContaining(['tile-selected', 'tile-voided']))
    await tile.trigger('click')
    expect(tile.emitted('click')).toHaveLength(1)
  })

  it('tells nothing of a back', () => {
    const tile = mount(TileFace, { props: { tile: null, size: 20 } })
    expect([tile.attributes('aria-label'), tile.classes('tile-back'), tile.find('use').exists()]).toEqual([
      '牌背',
      true,
      false,
    ])
  })

  it('shows its number to learners', () => {
    settings.cornerIndex = true
    expect(mount(TileFace, { props: { tile: '8m', size: 40 } }).text()).toBe('8')
    expect(mount(TileFace, { props: { tile: '5z', size: 40 } }).text()).toBe('')
  })
})

it('a concealed kong shows one face and its name', () => {
  const meld = mount(MeldTiles, { props: { tile: '2s', count: 4, size: 20, pitch: 10, concealed: true } })
  expect(meld.attributes('aria-label')).toBe('暗杠 二条')
  expect(meld.findAll('.tile-back')).toHaveLength(3)
  expect(meld.attributes('style')).toContain('width: 50px')
})
