import { lookAtAll, lookAtThis } from './look.ts'
import { found, openPage, signIn, untilInteractive } from './people.ts'
import { expect, test } from './story.ts'

const path = '/service/settings/api-keys'

test('an admin makes a key by keys alone, copies it once, uses it, changes it and revokes it', async ({
  page,
  site,
  context,
}) => {
  test.setTimeout(180_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await expect(page.getByText('No API keys yet')).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.press('Enter')
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.type('Import')
  const calls = page.getByRole('textbox', { name: 'Daily calls' })
  await calls.fill('many')
  await calls.press('Enter')
  await expect(calls).toBeFocused()
  await expect(page.getByText('Enter a whole number')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await page.getByRole('radio', { name: 'Delivery' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Management' })).toBeFocused()
  await calls.press('Enter')
  await expect(page.getByText('Choose at least one permission')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Read tickets/ }).press('Space')
  await page.getByRole('checkbox', { name: 'Read customers', exact: true }).press('Space')
  await lookAtThis(page)
  await page.getByRole('button', { name: 'Create API key' }).press('Enter')

  const secret = page.getByRole('textbox', { name: 'Secret' })
  await expect(secret).toBeFocused()
  const token = await secret.inputValue()
  await lookAtThis(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy secret' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(name).toBeFocused()
  await expect(page.getByText(token)).toHaveCount(0)

  const read = () => site.api('GET', '/api/v1/tickets', { token })
  expect((await site.api('GET', '/api/v1/knowledge-base/articles', { token })).status).toBe(403)
  expect([(await read()).status, (await read()).status]).toEqual([200, 200])
  expect((await read()).body.code).toBe('daily-calls-used-up')

  await page.getByRole('button', { name: 'Change Import' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change Import' })
  await expect(dialog).toBeVisible()
  await lookAtThis(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly import')
  await dialog.getByRole('textbox', { name: 'Daily calls' }).fill('')
  const networks = dialog.getByRole('textbox', { name: 'IP addresses' })
  await networks.fill('127.0.0.0/33')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter IP addresses or networks like 203.0.113.0/24 or 2001:db8::/32')).toBeVisible()
  await expect(networks).toBeFocused()
  await networks.fill('127.0.0.0/8, ::1')
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await dialog.getByRole('checkbox', { name: 'Read customers', exact: true }).uncheck()
  await networks.focus()
  const { body: keys } = await site.api('GET', '/api/v1/api-keys', { token: acme.token })
  const meanwhile = { token: acme.token, body: { name: 'Moonlight' } }
  await site.api('PATCH', `/api/v1/api-keys/${(keys.items as { id: string }[])[0]!.id}`, meanwhile)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Somebody else changed this to “Moonlight”. Save again to keep yours.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Nightly import')
  await expect(async () => {
    const answer = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.keyboard.press('Enter')
    expect((await answer).status()).toBe(200)
  }).toPass()
  await expect(page.getByText('API key changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Nightly import' })).toBeFocused()
  expect((await read()).status).toBe(200)
  await expect(page.getByRole('list', { name: 'API keys' })).toContainText('Read tickets · Only from 127.0.0.0/8, ::1')

  await page.getByRole('button', { name: 'Revoke Nightly import' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await lookAtThis(page)
  await page.getByRole('button', { name: 'Revoke API key' }).press('Enter')
  await expect(page.getByText('Nightly import revoked')).toBeVisible()
  await expect(name).toBeFocused()
  expect((await read()).status).toBe(401)
  await page.getByRole('link', { name: 'Revoked' }).press('Enter')
  await expect(page.getByRole('list', { name: 'API keys' })).toHaveText(/Nightly import.*Revoked.*by Ada Lovelace/)
})

test('a key is made once, and among many with long names', async ({ page, site, context }) => {
  test.setTimeout(180_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  const create = page.getByRole('button', { name: 'Create API key' })

  await test.step('without a connection nothing is lost, and pressing twice makes one key', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Website')
    await context.setOffline(true)
    await create.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Website')
    await create.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(page.getByRole('textbox', { name: 'Secret' })).toBeFocused()
    const { body } = await site.api('GET', '/api/v1/api-keys', { token: acme.token })
    expect(body.items).toMatchObject([{ name: 'Website', kind: 'delivery', models: 'all' }])
    await page.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the second click of a double click leaves the focus on the secret', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop')
    await create.click()
    await expect(page.getByRole('textbox', { name: 'Secret' })).toBeFocused()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(page.getByRole('textbox', { name: 'Secret' })).toBeFocused()
    await page.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('many keys with long names can be read, and a key is limited to models', async () => {
    const model = { key: 'post', name: 'Donaudampfschifffahrtsgesellschaftsmeldungen und was sonst geschah' }
    await site.api('POST', '/api/v1/content-models', { token: acme.token, body: model })
    const long = 'Donaudampfschifffahrtsgesellschaft'
    for (let at = 0; at < 25; at += 1) {
      const body = { name: `${long.repeat(1 + (at % 3))}${at}`, kind: 'preview', dailyCalls: at + 1 }
      await site.api('POST', '/api/v1/api-keys', { token: acme.token, body })
    }
    await lookAtAll(page, [site.at(acme.domain, path)])
    await untilInteractive(page)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText('26–27')
    await page.getByRole('textbox', { name: 'Name' }).fill('Blog')
    await page.getByRole('checkbox', { name: 'All models, including future models' }).uncheck()
    await page.getByRole('button', { name: 'Create API key' }).click()
    await expect(page.getByText('Choose a model')).toBeVisible()
    await page.getByRole('checkbox', { name: model.name }).check()
    await lookAtThis(page)
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'In use' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Blog' })).toContainText(`Content of ${model.name}`)
  })
})
