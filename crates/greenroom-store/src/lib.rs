//! What Greenroom keeps on disk: sessions, artifacts, events, journal, saved states, logs.
