import { expect, test } from 'vitest'
import { readSettings } from '#server/platform/settings/settings.ts'
import { readMainOptions, refuseOnDomain } from './main-options.ts'

const onDomain = readSettings({ ROOT_DOMAIN: 'example.com', SMTP_URL: 'smtp://relay.example' })

test('an option that is misspelt is refused with the nearest one', () => {
  expect(readMainOptions([])).toEqual({ isDemo: false, isDev: false, isVerbose: false })
  expect(() => readMainOptions(['--dmeo'])).toThrow('Unknown option --dmeo. Did you mean --demo?')
})

test.each(['--demo', '--dev'])('%s is for localhost names, and refused on a domain', (option) => {
  const options = readMainOptions([option])
  expect(refuseOnDomain(options, readSettings({}))).toBeUndefined()
  expect(() => refuseOnDomain(options, onDomain)).toThrow(
    /^--.*only on a localhost name, and ROOT_DOMAIN is example\.com\.$/,
  )
})
