-- Servers, the sessions that they have, and the lines of these.
CREATE TABLE server (
    id text PRIMARY KEY,
    -- Where other servers reach it.
    address text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    -- Until then it is taken to be alive. All of its sessions hang on it.
    lease_until timestamptz NOT NULL
);

CREATE TABLE session (
    id text PRIMARY KEY,
    house text NOT NULL,
    server text NOT NULL,
    -- Rises with every server that goes on with it; who writes names the one it knows.
    epoch bigint NOT NULL DEFAULT 1,
    -- Its server has let go of it.
    released boolean NOT NULL DEFAULT false,
    -- What another server needs to go on with it; JSON, as text: it may name characters that jsonb refuses.
    facts text NOT NULL,
    -- How its course plays, if one does.
    launch text,
    begun_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    ended text
);
CREATE INDEX session_of_server ON session (server) WHERE ended_at IS NULL;
CREATE INDEX session_of_house ON session (house) WHERE ended_at IS NULL;

CREATE TABLE line (
    session text NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    -- 0 the journal, 1 the events.
    stream smallint NOT NULL,
    seq bigint NOT NULL,
    epoch bigint NOT NULL,
    text bytea NOT NULL,
    PRIMARY KEY (session, stream, seq)
);

CREATE TABLE saved_state (
    house text NOT NULL,
    name text NOT NULL,
    -- Nothing: it was removed.
    bytes bytea,
    -- Rises within a house, since writers of one house wait for each other.
    changed bigint NOT NULL,
    PRIMARY KEY (house, name)
);
CREATE INDEX saved_state_changed ON saved_state (house, changed);
CREATE SEQUENCE saved_state_change;

CREATE TABLE file (
    house text NOT NULL,
    -- Below the data directory of the house.
    path text NOT NULL,
    -- In the object store; no two writes have the same one.
    key text NOT NULL,
    bytes bigint NOT NULL,
    sha256 text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (house, path)
);

CREATE TABLE mcp_session (
    id text PRIMARY KEY,
    house text NOT NULL,
    state text NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now()
);
