import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from './look.ts'
import { found, fresh } from './people.ts'
import { expect, type Site, test } from './story.ts'

let server: Server
let origin: string
let script = ''
let policy = ''

const page = () => `<!doctype html><html lang="en"><head><title>Elsewhere</title><meta charset="utf-8">
<link rel="stylesheet" href="/style.css"><script type="module" src="${script}"></script></head>
<body><main><h1>Elsewhere</h1><request-form form="repair"><a href="/contact">Contact us</a></request-form></main></body></html>`
const style =
  'body { font: 18px serif; margin: 40px } input { width: 3px !important } form, label { display: none !important }'

test.beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/style.css') return response.writeHead(200, { 'content-type': 'text/css' }).end(style)
    return response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(page())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => server.close(resolve)))

async function plant(site: Site) {
  const workspace = await found(site, 'elsewhere')
  const { token } = workspace
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await site.api('POST', path, { token, body })
    expect(status).toBe(201)
    return answer as { id: string }
  }
  const field = (body: object) => post('/api/v1/ticket-fields', { portal: 'write', ...body })
  const options = [
    { key: 'bike', label: 'Bicycle' },
    { key: 'car', label: 'Car' },
  ]
  const vehicle = await field({ key: 'vehicle', label: 'Vehicle', kind: 'select', options, required: 'on_create' })
  const condition = { field: 'vehicle', equals: 'car' }
  const plate = await field({ key: 'plate', label: 'Number plate', kind: 'text', required: 'on_create', condition })
  await post('/api/v1/ticket-forms', {
    ...{ key: 'repair', name: 'Ask for a repair', fields: [vehicle.id, plate.id], isPublic: true, forVisitors: true },
  })
  script = site.at(workspace.domain, '/customer/form.js')
  policy = `default-src 'none'; style-src 'self'; script-src ${new URL(script).origin}; connect-src ${new URL(site.at('api')).origin}; require-trusted-types-for 'script'`
  return workspace
}

test('a form on a page of another site takes a request, by keys alone', async ({ page, site }) => {
  const { token } = await plant(site)
  const email = `${fresh('vera')}@visitor.test`

  await test.step('what is missing is shown at its field, and the focus is there', async () => {
    await page.goto(origin)
    await expect(page.getByRole('heading', { name: 'Ask for a repair' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact us' })).toBeHidden()
    await expect(page.getByLabel('Number plate')).toBeHidden()
    await expectAccessible(page, (axe) => axe.include('request-form'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter a subject')).toBeVisible()
    await expect(page.getByLabel('Your e-mail')).toBeFocused()
  })

  await test.step('a lost connection loses nothing, and a condition shows another field', async () => {
    await page.keyboard.type(email)
    await page.getByLabel('Subject').fill('Flat tyre')
    await page.getByLabel('What happened?').fill('Since <b>yesterday</b>.')
    await page.getByLabel('Vehicle').selectOption('car')
    await page.getByLabel('Number plate').fill('B-AB 12')
    await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: 'Send request' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('There is no connection')
    await expect(page.getByLabel('Subject')).toHaveValue('Flat tyre')
    await page.unroute('**/api/v1/**')
  })

  await test.step('the request is sent with the code, and a wrong code can be corrected', async () => {
    await page.getByRole('button', { name: 'Send request' }).press('Enter')
    const code = page.getByLabel('Six-digit code')
    await expect(code).toBeFocused()
    const right = await site.codeFor(email)
    await page.keyboard.type(right === '000000' ? '000001' : '000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This code is wrong or has expired')).toBeVisible()
    await code.fill(right)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your request is sent.')).toBeFocused()
    const tickets = async () =>
      (await site.api('GET', '/api/v1/tickets?q=form:repair', { token })).body.items as object[]
    await expect
      .poll(tickets)
      .toMatchObject([
        { subject: 'Flat tyre', requester: { email }, customFields: { vehicle: 'car', plate: 'B-AB 12' } },
      ])
  })

  await test.step('the script has less than 10 kB, and stores nothing', async () => {
    expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual(['', 0, 0])
    policy = ''
    await page.goto(origin)
    const sent = await page.evaluate(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength, script)
    expect(sent).toBeGreaterThan(3000)
    expect(sent).toBeLessThan(10_000)
  })
})
