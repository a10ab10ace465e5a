import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { newLiveArticle } from '#test/stories/articles.ts'
import { newModel } from '#test/stories/content.ts'
import { found, fresh } from '#test/stories/people.ts'
import { newTicket } from '#test/stories/tickets.ts'
import { isSaid, test } from './browsers.ts'

const editPath = '/service/knowledgebase/admin/articles/edit'
const text = '[aria-label="Text"]'

test('fifteen screens work', async ({ tab, site, step }) => {
  const acme = await found(site)
  const at = (path: string) => site.at(acme.domain, path)
  const ticket = await newTicket(site, acme, 'Night shifts are missing')
  await newLiveArticle(site, acme, 'Swap a shift')
  await newModel(site, acme, {
    key: 'note',
    name: 'Note',
    fields: [
      { key: 'title', kind: 'text', required: 'on_publish' },
      { key: 'body', kind: 'rich_text', blocks: ['bulletList'] },
    ],
  })
  const files = mkdtempSync(join(tmpdir(), 'startup-tools-walk-'))
  const picture = join(files, 'bakery.png')
  await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } }).toFile(picture)
  const rota = join(files, 'rota.csv')
  writeFileSync(rota, 'a,b\n1,2\n')

  await step('sign-in by code', async () => {
    await tab.open(site.at('app', '/auth/login'))
    await tab.fill('Work e-mail', acme.email)
    await tab.press('Enter')
    await tab.arrive(/login-verify/)
    await tab.click('field', 'Six-digit code')
    await tab.type(await site.codeFor(acme.email))
    await tab.arrive(/^\/$/)
    await tab.see('heading', 'Dashboard')
  })

  await step('ticket list', async () => {
    await tab.open(at('/service/tickets'))
    await tab.see('link', /Night shifts are missing/)
    await tab.press('j')
    await tab.press('Enter')
    await tab.arrive(new RegExp(ticket.id))
  })

  await step('ticket', async () => {
    await tab.open(at(`/service/tickets/${ticket.id}`))
    await tab.see('heading', /Night shifts are missing/)
    await tab.see('text', /what the customer asked/)
  })

  await step('sending a reply', async () => {
    await tab.open(at(`/service/tickets/${ticket.id}`))
    await tab.press('r')
    await tab.focused('Reply to the customer')
    await tab.type('They are back.')
    await tab.press('Control', 'Enter')
    await tab.see('text', /Sends in \d+ s/)
    await tab.see('text', 'They are back.')
  })

  let article = ''
  await step('article editor: typing, a list, a table, bold by key, pasting', async () => {
    await tab.open(at(editPath))
    await tab.click('field', 'Title')
    await tab.type('Set a custom day boundary')
    await tab.arrive(/\/edit\/[0-9a-f-]{36}$/)
    article = /[0-9a-f-]{36}$/.exec(await tab.address())![0]
    await tab.click('field', 'Text')
    await tab.type('Open the ')
    await tab.press('Control', 'b')
    await tab.type('Settings')
    await tab.press('Control', 'b')
    await tab.type(' first')
    await tab.press('Enter')
    await tab.type('- Choose the hour')
    await tab.press('Enter')
    await tab.type('Save it')
    await tab.press('Enter')
    await tab.press('Enter')
    await tab.holds('A paragraph below the list', isSaid(text, 'ul + p'))
    await tab.type('/table')
    await tab.see('option', /^Table/)
    await tab.press('Enter')
    await tab.type('Plan')
    await tab.holds('Bold words', isSaid(text, 'strong', 'Settings'))
    await tab.holds('A list of two', isSaid(text, 'ul > li:nth-child(2)', 'Save it'))
    await tab.holds('A table with a word', isSaid(text, 'table', 'Plan'))
    // Copies the title through the clipboard of the browser to the end of the text.
    await tab.click('field', 'Title')
    await tab.press('Control', 'a')
    await tab.press('Control', 'c')
    await tab.click('field', 'Text')
    await tab.press('Control', 'End')
    await tab.press('Control', 'v')
    await tab.holds(
      'What was pasted',
      `document.querySelectorAll('${text}')[0].textContent.includes('custom day boundary')`,
    )
    await tab.see('text', 'Saved')
  })

  await step('publishing', async () => {
    await tab.open(at(`${editPath}/${article}`))
    await tab.click('button', /^Publish/)
    await tab.see('text', 'Published')
    await tab.open(at('/knowledgebase/article/set-a-custom-day-boundary'))
    await tab.see('heading', 'Set a custom day boundary')
    await tab.holds('A table for readers', isSaid('main', 'table', 'Plan'))
  })

  await step('entry editor', async () => {
    await tab.open(at('/cms/content/create?model=note'))
    await tab.click('field', /^Title/, { within: '[data-field="title"]' })
    await tab.type('How we rebuilt the clock')
    await tab.arrive(/\/edit\/[0-9a-f-]{36}$/)
    await tab.click('field', /./, { within: '[data-field="body"]' })
    await tab.type('- One')
    await tab.press('Enter')
    await tab.type('Two')
    await tab.holds('A list', isSaid('[data-field="body"]', 'ul > li:nth-child(2)', 'Two'))
    await tab.see('text', 'Saved')
    await tab.click('button', /^Publish/)
    await tab.see('text', 'Published')
  })

  await step('media upload', async () => {
    await tab.open(at('/cms/media'))
    await tab.chooseFiles('input[type=file]', [picture])
    await tab.see('text', '1 file uploaded')
    await tab.holds('The picture itself', `document.querySelector('[aria-label="Files"] img')?.naturalWidth > 0`)
  })

  await step('command palette', async () => {
    await tab.open(at('/service/dashboard'))
    await tab.press('Control', 'k')
    await tab.see('dialog', /./)
    await tab.type('Team')
    await tab.see('option', /Team/)
    await tab.press('Enter')
    await tab.arrive(/\/team$/)
  })

  await step('help centre page and search', async () => {
    await tab.open(at('/knowledgebase'))
    await tab.click('field', /Search/)
    await tab.type('shift')
    await tab.see('option', /Swap a shift/)
    await tab.press('Enter')
    await tab.arrive(/search\?q=shift/)
    await tab.click('link', /Swap a shift/)
    await tab.see('heading', 'Swap a shift')
  })

  await step('settings', async () => {
    await tab.open(at('/service/settings'))
    await tab.fill('Support name', 'Acme Help')
    await tab.click('button', /^Save/)
    await tab.see('text', 'Settings saved')
  })

  await step('team', async () => {
    await tab.open(at('/team'))
    await tab.press('i')
    await tab.see('dialog', /./)
    const bo = `${fresh('bo')}@acme.test`
    await tab.fill(/E-mail/, bo, { within: 'dialog, [role=dialog]' })
    await tab.press('Enter')
    await tab.see('text', bo)
  })

  await step('dark mode', async () => {
    await tab.open(at('/admin/profile'))
    await tab.click('radio', 'Dark')
    const background = 'getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number)'
    await tab.holds('A dark background', `Math.max(...${background}) < 80`)
    await tab.open(at('/service/tickets'))
    await tab.holds('A dark background on the next page', `Math.max(...${background}) < 80`)
  })

  await step('390 px', async () => {
    await tab.resize(390, 844)
    const paths = ['/service/tickets', `/service/tickets/${ticket.id}`, `${editPath}/${article}`, '/cms/media', '/team']
    for (const path of [...paths, '/service/settings', '/knowledgebase']) {
      await tab.open(at(path))
      await tab.holds(`${path} as wide as the phone`, 'document.documentElement.scrollWidth <= innerWidth')
    }
    await tab.resize(1440, 900)
  })

  await step('portal request with a file', async () => {
    const rosa = `${fresh('rosa')}@customer.test`
    await tab.open(at('/admin/profile'))
    await tab.click('button', /Ada Lovelace/)
    await tab.click('menuitem', 'Sign out')
    await tab.arrive(/login/)
    await tab.open(at('/customer/auth/register'))
    await tab.fill('E-mail', rosa)
    await tab.press('Enter')
    await tab.arrive(/register-verify/)
    await tab.click('field', 'Six-digit code')
    await tab.type(await site.codeFor(rosa))
    await tab.arrive(/^\/customer\/dashboard/)
    await tab.open(at('/customer/tickets/create'))
    await tab.fill('Subject', 'Labels do not print')
    await tab.click('field', /^What happened/)
    await tab.type('The printer is new.')
    await tab.chooseFiles('input[type=file]', [rota])
    await tab.see('button', 'Remove rota.csv')
    await tab.click('button', 'Send request')
    await tab.see('text', 'Your request is with our team.')
    await tab.see('link', /rota\.csv/)
  })
  rmSync(files, { recursive: true })
})
