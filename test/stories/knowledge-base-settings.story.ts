import { newArticle } from './articles.ts'
import { lookAtAll } from './look.ts'
import { found, openPage, signIn, untilInteractive } from './people.ts'
import { expect, holdRequests, test } from './story.ts'

const path = '/service/settings/knowledge-base'

test('an admin closes the knowledge base and orders its languages, by keys alone', async ({ page, site }) => {
  const acme = await found(site)
  const id = await newArticle(site, acme, { title: 'Guide' }, true)
  const read = () => site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { host: acme.domain })
  expect((await read()).status).toBe(200)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))

  await page.getByRole('radio', { name: 'Everyone' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Team only' })).toBeChecked()
  await page.getByRole('combobox', { name: 'Add language' }).fill('german')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  const held = await holdRequests(page, '**/*.data*')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Settings saved')).toBeVisible()
  expect((await read()).status).toBe(404)

  // Saving also works while the page still reloads after the first save.
  await page.getByRole('button', { name: 'Move German up' }).press('Enter')
  await page.keyboard.press('Control+s')
  held.release()
  await expect(page.getByText('1 article is not written in de yet')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Languages' }).getByRole('listitem')).toHaveText([
    'EnglishMain',
    'German',
  ])
})

test('on a phone the title leads from one section of the settings to the other, where the mails and the words of the home page are set', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await site.api('PUT', '/api/v1/languages', { token: acme.token, body: { items: ['en', 'de'] } })
  await signIn(page, site, acme.email)
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, site.at(acme.domain, '/service/settings'))
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'General' }).click()
  await page.getByRole('menuitem', { name: 'Knowledge base' }).click()
  await expect(page.getByText('Who can read the knowledge base')).toBeVisible()

  await test.step('an admin keeps articles out of the mails that say that a request arrived', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const box = page.getByRole('checkbox', { name: 'Suggest up to three articles' })
    await expect(box).toBeChecked()
    await box.press('Space')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings saved')).toBeVisible()
    const { body } = await site.api('GET', '/api/v1/knowledge-base/settings', { token: acme.token })
    expect(body.suggestsByMail).toBe(false)
    await page.reload()
    await expect(box).not.toBeChecked()
  })

  await test.step('an admin has the addresses of a language written with a to z alone', async () => {
    await untilInteractive(page)
    await page.getByRole('group', { name: 'URLs with only a to z' }).getByLabel('German').press('Space')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings saved')).toBeVisible()
    const { body } = await site.api('GET', '/api/v1/languages', { token: acme.token })
    expect(body).toMatchObject({ items: ['en', 'de'], plainSlugs: ['de'] })
  })

  await test.step('the words of the home page and the links are those that an admin wrote', async () => {
    await untilInteractive(page)
    await page.getByLabel('Title', { exact: true }).fill('How can we help?')
    await page.getByRole('group', { name: 'Language of the home page' }).getByText('German').click()
    await page.getByLabel('Title', { exact: true }).fill('Wie können wir helfen?')
    const footer = page.getByRole('group', { name: 'In the footer' })
    for (const [at, name] of ['Privacy', 'Imprint'].entries()) {
      await footer.getByRole('button', { name: 'Add link' }).press('Enter')
      await expect(footer.getByLabel('Name').nth(at)).toBeFocused()
      await page.keyboard.type(name)
    }
    await footer.getByRole('button', { name: 'Move Imprint up' }).press('Enter')
    await expect(footer.getByLabel('Name').nth(0)).toHaveValue('Imprint')
    await expect(footer.getByRole('button', { name: 'Move Imprint down' })).toBeFocused()

    await page.keyboard.press('Control+s')
    await expect(page.getByText('Enter a URL')).toHaveCount(2)
    await expect(footer.getByLabel('URL').first()).toBeFocused()
    await page.keyboard.type('imprint')
    await footer.getByLabel('URL').nth(1).fill('https://acme.test/privacy')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Use an address like https://… or /…')).toBeVisible()
    await expect(footer.getByLabel('URL').first()).toBeFocused()
    await footer.getByLabel('URL').first().fill('/imprint')
    await expect(page.getByText('Use an address like https://… or /…')).toHaveCount(0)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(page.getByText('unsaved change')).toHaveCount(0)

    await page.goto(site.at(acme.domain, '/knowledgebase'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How can we help?')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' })).toHaveAttribute(
      'href',
      '/imprint',
    )
    await page.goto(site.at(acme.domain, '/de/knowledgebase'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wie können wir helfen?')
  })
})

test('the settings of the knowledge base can be read', { tag: '@sweep' }, async ({ page, site }) => {
  test.setTimeout(120_000)
  const acme = await found(site)
  await site.api('PUT', '/api/v1/languages', { token: acme.token, body: { items: ['en', 'de', 'pt-BR'] } })
  const links = [{ label: 'Imprint', href: `https://acme.test/${'long'.repeat(60)}` }]
  const body = { headerLinks: links, footerLinks: [...links, ...links] }
  await site.api('PATCH', '/api/v1/knowledge-base/settings', { token: acme.token, body })
  await signIn(page, site, acme.email)
  await lookAtAll(page, [site.at(acme.domain, path)])
})
