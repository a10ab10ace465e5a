import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Which room may open which door. The first line that names the importing file decides.
const walls = [
  {
    room: /^contract\//,
    mayImport: /^(zod$|\.\/)/,
    because: 'both sides lean on the contract, so it leans on neither',
  },
  { room: /\.test\.tsx?$/, mayImport: /^(?!\.\.)/, because: 'tests may look everywhere, by the names of the rooms' },
  {
    room: /^web\/ui\//,
    mayImport: /^(react$|react-dom|react-router$|lucide-react$|@headlessui|\.\/)/,
    because: 'ui knows looks, not business',
  },
  {
    room: /^web\/(entry\.server|mail\/)/,
    mayImport: /^(?!\.\.|#server)/,
    because: 'rendering needs node, and still no server code',
  },
  {
    room: /^web\//,
    mayImport: /^(?!\.\.|node:|#server|#web\/(?!ui|lib|shell|errors))/,
    because: 'a page reaches data through the contract, and other areas not at all',
  },
  {
    room: /^server\/platform\//,
    mayImport: /^(?!\.\.|#web|#server\/(?!platform|settings|environment))/,
    because: 'the platform knows no business',
  },
  {
    room: /^server\/(app|main|jobs|start-server|create-platform)\.ts$/,
    mayImport: /^(?!\.\.|#web)/,
    because: 'these list the rooms',
  },
  {
    room: /^server\//,
    mayImport: /^(?!\.\.|#web|#server\/(?!platform)[^/]+\/(.*-queries|queries|routes|jobs)\b)/,
    because: 'ask another room through its operations, not its tables',
  },
]

const pattern = /^(?:import|export)\s[^'"=]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, from, bare, later]) => (from ?? bare ?? later)!)

/** Each of the web's areas may look into its own sub-folders. */
const ownAreaOf = (file: string) => `#${file.split('/').slice(0, 2).join('/')}/`

test.each(globSync('{contract,server,web}/**/*.{ts,tsx}'))('%s stays in its room', (file) => {
  const wall = walls.find(({ room }) => room.test(file))!
  expect(
    importsOf(file).filter((path) => !wall.mayImport.test(path) && !path.startsWith(ownAreaOf(file))),
    wall.because,
  ).toEqual([])
})

test('nobody imports what lists the rooms', () => {
  const lists = /^#server\/(app|main|jobs)\.ts$/
  const importers = globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts'] }).filter((file) =>
    importsOf(file).some((path) => lists.test(path)),
  )
  expect(importers).toEqual([])
})

// One place fetches from elsewhere: the avatar service, whose address is the operator's own setting.
const fetchers = ['server/team/fetch-avatar.ts']

test('nothing on the server fetches from elsewhere but the one place that may', () => {
  const pattern = /(?<![.\w-])fetch\((?!')|from '(node:https?|undici)'/
  const found = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).filter((file) =>
    pattern.test(readFileSync(file, 'utf8').replace(/import type .*/g, '')),
  )
  expect(found).toEqual(fetchers)
})

test('no file is longer than 400 lines', () => {
  const files = globSync('{bin,contract,server,web,test}/**/*.{ts,tsx,mjs,css}')
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 401)
  expect(long).toEqual([])
})
