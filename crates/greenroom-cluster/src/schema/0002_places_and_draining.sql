-- What exists once for a house, such as its desk of questions, and servers that are about to end.
CREATE TABLE place (
    house text NOT NULL,
    name text NOT NULL,
    server text NOT NULL,
    PRIMARY KEY (house, name)
);
ALTER TABLE server ADD COLUMN draining boolean NOT NULL DEFAULT false;
CREATE INDEX session_ended ON session (ended_at) WHERE ended_at IS NOT NULL;
