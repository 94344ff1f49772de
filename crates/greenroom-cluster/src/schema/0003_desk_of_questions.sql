-- The desk of questions of a house, and how often a place has changed hands.
ALTER TABLE place ADD COLUMN epoch bigint NOT NULL DEFAULT 1;
CREATE TABLE desk_line (
    house text NOT NULL,
    seq bigint NOT NULL,
    -- One line or, where they were rewritten, all of them.
    text bytea NOT NULL,
    PRIMARY KEY (house, seq)
);
