export const joinedNote = 'Other changes were saved while you were offline. Yours are added to them.'

/** Calls `onJoined` if changes that were made offline have been saved together with changes by other people. */
export function watchJoins(onJoined: () => void) {
  let wasOffline = false
  return {
    isOffline() {
      wasOffline = true
    },
    /** Each save increases the revision by one. So a higher revision shows that another person saved in between. */
    isSaved(revision: number, from: number | undefined) {
      if (wasOffline && from !== undefined && revision > from + 1) onJoined()
      wasOffline = false
    },
  }
}
