import { createApp } from 'vue'
import App from './App.vue'
import { initAudio } from './audio/player'
import { initLocale } from './i18n'
import { watchViewport } from './layout/stage'
import { router } from './router'
import { buildAtlas } from './tiles/atlas'

type IdleWindow = Window & { requestIdleCallback?: (task: () => void) => void }

function whenIdle(task: () => void): void {
  const request = (window as IdleWindow).requestIdleCallback
  if (request) request(task)
  else window.setTimeout(task, 200)
}

async function start(): Promise<void> {
  watchViewport()
  initAudio()
  await initLocale()
  createApp(App).use(router).mount('#app')
  whenIdle(() => void buildAtlas())
  // The window may have moved to a display with more pixels.
  window.addEventListener('resize', () => whenIdle(() => void buildAtlas()))
}

void start()
