import type { TicketField } from '#contract/fields/custom-fields.ts'
import type { resetViewDisplay, setViewDisplay, ViewDisplay } from '#contract/tickets/views.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { ViewId } from '#web/service/tickets/ticket/views.ts'

export type Display = Omit<ViewDisplay, 'isOwn'>

const path = '/api/v1/views/:id/display'

/** Returns how the person sees the list of a view, with changes that are not saved yet, and functions that change it. */
export function useDisplay(view: ViewId | (string & {}), stored: ViewDisplay, fields: TicketField[]) {
  const params = { id: view as ViewId }
  const setting = useWrite((display: Display) => ask<typeof setViewDisplay>('PUT', path, { params, body: display }), {
    inTurn: true,
    tellsProblem: true,
  })
  const resetting = useWrite(() => ask<typeof resetViewDisplay>('DELETE', path, { params }), { tellsProblem: true })
  const { columns, group, folded } = setting.underWay.at(-1) ?? stored
  const display: Display = { columns, group, folded }
  return {
    display,
    isOwn: stored.isOwn,
    /** The ticket fields, which can be columns. */
    fields,
    change: (changes: Partial<Display>) => setting.write({ ...display, ...changes }),
    reset: () => resetting.write(),
  }
}
export type DisplayOf = ReturnType<typeof useDisplay>
