import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { budget } from './tools/budget.ts'
import { oldest } from './tools/oldest.ts'
import { precompress } from './tools/precompress.ts'

/** The server for `npm run dev`. */
const backend = process.env.BACKEND ?? 'http://127.0.0.1:8000'
/** The oldest WebViews in use inside WeChat. */
const browsers = ['chrome80', 'safari14']

export default defineConfig({
  plugins: [vue(), oldest(), budget({ entry: 60_000, css: 15_000 }), precompress()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  define: { __VUE_OPTIONS_API__: false, __VUE_PROD_DEVTOOLS__: false },
  build: {
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Players who build the page with `make play` do not need the times of the plugins.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: {
      '/api': backend,
      '/ws': { target: backend, ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    restoreMocks: true,
    // A busy machine fetches the modules of a page slowly. No test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The present coverage, rounded down. Raise the numbers by hand when it grows.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,vue}'],
      exclude: ['src/**/*.gen.ts', 'src/**/*.d.ts'],
      reporter: [fileURLToPath(new URL('./tools/coverage.cjs', import.meta.url))],
      reportsDirectory: 'node_modules/.coverage',
      thresholds: { statements: 99, branches: 94, functions: 98, lines: 99, autoUpdate: false },
    },
  },
})
