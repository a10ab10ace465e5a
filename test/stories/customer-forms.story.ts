import type { Page } from '@playwright/test'
import { expectFaults, loseNextAnswer, mend, prepareLosses, pressTwice, sendOffline } from './forms.ts'
import { type Founded, found, openPage, registerCustomer } from './people.ts'
import { expect, type Site, test } from './story.ts'

test('what a customer writes is asked for in full, kept without a connection, and one however often it is sent', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await prepareLosses(page)
  const email = await registerCustomer(page, site, acme.domain)

  await test.step('a customer’s name is asked for, kept without a connection, and saved once', async () => {
    await openPage(page, site.at(acme.domain, '/customer/dashboard'))
    await page.getByRole('button', { name: 'Add your name' }).press('Enter')
    const [name, save] = [page.getByLabel('Your name'), page.getByRole('button', { name: 'Save name' })]
    await expect(name).toBeFocused()
    await save.click()
    await expectFaults([name, 'Enter your name'])
    await mend([name, 'Rosa'])
    await sendOffline(page, () => save.dblclick(), [[name, 'Rosa']])
    await expect(page.getByRole('heading', { name: 'Hello, Rosa' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change your name' })).toBeFocused()
  })

  await test.step('a customer’s request is asked for in full, and is one however often it is sent', async () => {
    const begin = () => page.getByRole('link', { name: 'New request' }).first().click()
    await begin()
    const [subject, text] = [page.getByLabel('Subject'), page.getByLabel('What happened?')]
    const send = page.getByRole('button', { name: 'Send request' })
    await send.click()
    await expectFaults([subject, 'Enter a subject'], [text, 'Tell us what happened'])
    await mend([subject, 'Twice'])
    await expect(text).toHaveAccessibleDescription('Tell us what happened')
    await mend([text, 'It was pressed twice.'])
    expect(await pressTwice(page, send)).toHaveLength(1)
    await expect(page.getByRole('heading', { level: 1, name: 'Twice' })).toBeFocused()

    await begin()
    await subject.fill('Offline')
    await text.fill('There was no connection.')
    await sendOffline(page, () => send.dblclick(), [[subject, 'Offline']])
    await expect(page.getByRole('heading', { level: 1, name: 'Offline' })).toBeVisible()

    await begin()
    await subject.fill('Lost')
    await text.fill('The answer was lost.')
    await loseNextAnswer(page)
    await send.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Lost' })).toBeVisible()
    await expect.poll(() => subjectsOf(site, acme)).toEqual(['Lost', 'Offline', 'Twice'])
  })

  await test.step('what does not fit of a pasted text is said, and comes along as a file', async () => {
    await page.getByRole('link', { name: 'New request' }).first().click()
    const [subject, text] = [page.getByLabel('Subject'), page.getByLabel('What happened?')]
    await subject.click()
    await paste(page, 's'.repeat(300))
    await expect(subject).toHaveAccessibleDescription(/This field takes at most 255 characters/)
    await expect(page.getByRole('button', { name: 'Attach the whole text as a file' })).toHaveCount(0)
    await subject.fill('A long log')
    await expect(subject).not.toHaveAccessibleDescription(/at most/)

    await text.click()
    await paste(page, `${'log line\n'.repeat(8000)}What does the end mean?`)
    await expect(text).toHaveAccessibleDescription(/The end of the pasted text \(72,023 characters\) was left out/)
    await page.getByRole('button', { name: 'Attach the whole text as a file' }).click()
    await expect(page.getByText('pasted-text.txt')).toBeVisible()
    await expect(text).toBeFocused()
    await expect(text).not.toHaveAccessibleDescription(/left out/)
    await text.fill('See the file.')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A long log' })).toBeVisible()
    await expect(page.getByText('pasted-text.txt')).toBeVisible()
  })

  await test.step('what does not fit into a search is said at the field', async () => {
    await openPage(page, site.at(acme.domain, '/customer/tickets'))
    const search = page.getByLabel('Search my requests')
    await search.click()
    await paste(page, 'w'.repeat(300))
    const said = 'This field takes at most 256 characters. The end of the pasted text (300 characters) was left out.'
    await expect(page.getByRole('alert').filter({ hasText: said })).toHaveCount(1)
    await expect(page.getByText(said).first()).toBeVisible()
    await search.fill('labels')
    await expect(page.getByText(said)).toHaveCount(0)
  })

  await test.step('a search for a text that is no query finds nothing, and stays in its field', async () => {
    await openPage(page, site.at(acme.domain, '/customer/tickets'))
    const search = page.getByLabel('Search my requests')
    await search.fill('error:429 (or "worse')
    await search.press('Enter')
    await expect(page.getByText('Nothing found for “error:429 (or "worse”')).toBeVisible()
    await expect(page.getByLabel('Search my requests')).toHaveValue('error:429 (or "worse')
  })

  await test.step('a customer’s reply is one however often it is sent, and the next is typed in its place', async () => {
    const asked = { subject: 'Labels', text: 'They do not print', requester: { email } }
    const { body: ticket } = await site.api('POST', '/api/v1/tickets', { token: acme.token, body: asked })
    await openPage(page, site.at(acme.domain, `/customer/tickets/${ticket.id}`))
    const conversation = page.getByRole('log', { name: 'Conversation' })
    const [reply, send] = [page.getByLabel('Your reply'), page.getByRole('button', { name: 'Send reply' })]
    await expect(send).toHaveAccessibleDescription('Write something first')

    await reply.click()
    await paste(page, 'line\n'.repeat(14_000))
    await expect(page.getByText('This field takes at most 65,536 characters.')).toBeVisible()
    await reply.fill('Pressed twice')
    await expect(page.getByText('This field takes at most 65,536 characters.')).toHaveCount(0)
    expect(await pressTwice(page, send)).toHaveLength(1)
    await expect(conversation).toContainText('Pressed twice')
    await expect(reply).toBeFocused()
    await page.keyboard.type('Without a connection')
    await sendOffline(page, () => page.keyboard.press('Control+Enter'), [[reply, 'Without a connection']])
    await expect(conversation).toContainText('Without a connection')
    await expect(reply).toHaveValue('')
    await reply.fill('Its answer was lost')
    await loseNextAnswer(page)
    await send.click()
    await expect(conversation).toContainText('Its answer was lost')
    await expect(reply).toHaveValue('')
    await expect(conversation.getByRole('article')).toHaveCount(4)

    // Another button also works while the page reloads after the reply.
    const reload = await holdReload(page)
    await reply.fill('It prints now')
    await send.click()
    await expect(reply).toHaveValue('')
    const posted = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Mark as solved' }).click()
    await posted
    reload.release()
    await page.getByRole('button', { name: 'Reopen request' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Mark as solved' })).toBeVisible()
    await expect(page.locator('main :focus')).toHaveCount(1)
  })
})

async function subjectsOf(site: Site, { token }: Founded) {
  const { body } = await site.api('GET', '/api/v1/tickets', { token })
  return body.items.map(({ subject }: { subject: string }) => subject).toSorted()
}

/** Pastes from the clipboard as a person does. Playwright would insert typed text line by line. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
}

async function holdReload(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'GET') await released
    await route.continue()
  })
  return { release }
}
