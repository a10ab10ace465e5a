/** Shown once after waiting changes were merged with those of others. */
export const joinedNote = 'This was changed elsewhere while you were offline. Both are here now.'

/** Tells when changes that waited for a connection were saved on top of changes by others. */
export function watchJoins(onJoined: () => void) {
  let wasOffline = false
  return {
    isOffline() {
      wasOffline = true
    },
    /** Each save is one revision, so skipped revisions are by somebody else. */
    isSaved(revision: number, from: number | undefined) {
      if (wasOffline && from !== undefined && revision > from + 1) onJoined()
      wasOffline = false
    },
  }
}
