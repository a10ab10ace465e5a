import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { proveMails } from './kill-while-mail-comes.ts'
import { newSite } from './site.ts'

// The test starts the server as an operator does, so it needs the built pages and mails. `npm test` builds them first.
const isBuilt = ['server', 'mail'].every((part) => existsSync(new URL(`${part}/index.js`, buildFolder)))

test.skipIf(!isBuilt)('a mail that was acknowledged survives kill -9, once', { timeout: 240_000 }, async () => {
  const site = await newSite()
  onTestFinished(() => site.remove())

  const { isWhole, counts } = await proveMails(site, 200, 2)

  expect(isWhole, counts).toBe(true)
})
