import type { Page } from '@playwright/test'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { checkAccess, expect, json, test } from './component.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })

/** Returns the blocks in the editor after the check that the server makes. */
async function blocks(page: Page) {
  const { document, fault } = checkDocument(JSON.parse((await page.getByLabel('Document').textContent()) ?? ''))
  expect(fault).toBeUndefined()
  return document!.content
}

async function choose(page: Page, words: string) {
  await text(page).getByText('Two').click()
  await page.keyboard.press('End')
  await page.keyboard.type(` /${words}`)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
}

test('a video is put in by its address, another host is refused by name, and Enter changes it', async ({
  page,
  show,
}) => {
  await show('editor')
  await choose(page, 'video')
  const dialog = page.getByRole('dialog', { name: 'Insert a video' })
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter the address of a video')).toBeVisible()
  await page.keyboard.type('https://videos.example/watch')
  await expect(
    dialog.getByText(
      'You can embed videos from YouTube, Vimeo, Loom, Wistia and Dailymotion. For other hosts, add a link.',
    ),
  ).toBeVisible()
  await checkAccess(page)
  await dialog.getByLabel('Address').fill('youtube.com/watch?v=aqz-KE-bpKQ')
  await dialog.getByLabel('Title').fill('How it is done')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(text(page)).toBeFocused()
  const url = 'https://youtube.com/watch?v=aqz-KE-bpKQ'
  await expect
    .poll(async () => (await blocks(page))[2])
    .toEqual({
      type: 'video',
      attrs: { url, title: 'How it is done' },
    })

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const change = page.getByRole('dialog', { name: 'Change this video' })
  await change.getByLabel('Title').fill('How it is really done')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await blocks(page))[2])
    .toEqual({
      type: 'video',
      attrs: { url, title: 'How it is really done' },
    })
  await expect(text(page)).toBeFocused()
})

test('the articles of a category are listed, and the dialog is left without a trace', async ({ page, show }) => {
  await show('editor')
  await choose(page, 'category')
  await expect(page.getByLabel('Category')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(text(page)).toBeFocused()
  await choose(page, 'category')
  await page.getByLabel('Category').click()
  await page.getByRole('option', { name: 'Pay' }).click()
  await page.getByRole('button', { name: 'Insert' }).click()
  const reference = { kind: 'category', id: '01890000-0000-7000-8000-00000000000b' }
  await expect.poll(async () => (await blocks(page))[2]).toEqual({ type: 'categoryList', attrs: { reference } })
})

test('a section of an article is included, and another one chosen later', async ({ page, show }) => {
  await show('editor')
  await choose(page, 'section')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Article', { exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('night')
  await expect(dialog.getByRole('button', { name: 'Night shifts' })).toBeVisible()
  await field.fill('night wait')
  await field.press('Enter')
  await expect(field).toHaveValue('night wait')
  await field.fill('night')
  await expect(dialog.getByRole('list', { name: 'Articles' })).not.toHaveClass(/opacity/)
  await field.press('Enter')
  await dialog.getByLabel('Part').click()
  await page.getByRole('option', { name: 'After' }).click()
  await checkAccess(page)
  await dialog.getByRole('button', { name: 'Insert' }).click()
  const reference = { kind: 'article', id: '01890000-0000-7000-8000-000000000001' }
  await expect
    .poll(async () => (await blocks(page))[2])
    .toEqual({ type: 'include', attrs: { reference: { ...reference, anchor: 'after' } } })
  await expect(text(page).getByText('Night shifts: After')).toBeVisible()
  await text(page).getByRole('button', { name: 'Change this part' }).click()
  await dialog.getByLabel('Part').click()
  await page.getByRole('option', { name: 'All of it' }).click()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect.poll(async () => (await blocks(page))[2]).toEqual({ type: 'include', attrs: { reference } })
})

test('a picture has a width and leads somewhere', async ({ page, show, stage }) => {
  const file = '01890000-0000-7000-8000-0000000000aa'
  stage.answer('/api/v1/files', json(201, { items: [{ id: file, name: 'dot.png', mime: 'image/png', bytes: 70 }] }))
  await show('editor')
  await text(page).getByText('Two').click()
  await text(page).evaluate((element) => {
    const encoded =
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg=='
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const width = page.getByLabel('Width in pixels')
  await width.fill('5')
  await expect(page.getByText('A whole number from 16 to 4096')).toBeVisible()
  await width.fill('320')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await checkAccess(page)
  await page.keyboard.type('example.com/rota')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Links to https://example.com/rota' })).toBeVisible()
  const picture = async () => (await blocks(page)).find(({ type }) => type === 'picture')
  await expect.poll(picture).toEqual({
    type: 'picture',
    attrs: { file, width: 320, link: { href: 'https://example.com/rota' } },
  })
  await width.fill('')
  await page.getByRole('button', { name: 'Links to https://example.com/rota' }).click()
  await page.getByRole('button', { name: 'Remove link' }).click()
  await expect.poll(picture).toEqual({ type: 'picture', attrs: { file } })
})
