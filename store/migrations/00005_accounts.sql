-- Since when somebody may not log in (milliseconds since 1970); 0: he may. The address is one that he has confirmed.
ALTER TABLE users ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN email TEXT NOT NULL DEFAULT '';

-- What a program with a token may do; empty: it is a browser, which may do everything.
ALTER TABLE sessions ADD COLUMN scope TEXT NOT NULL DEFAULT '';

-- Secrets that are good for one use: links for a new password or to confirm an address, challenges of passkeys.
CREATE TABLE tickets (
  hash    BLOB PRIMARY KEY NOT NULL,
  kind    TEXT NOT NULL,
  user    TEXT NOT NULL, -- empty: it is not known yet who it is
  data    TEXT NOT NULL,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tickets_user ON tickets (user) WHERE user <> '';

-- The public keys of passkeys, as JSON.
CREATE TABLE passkeys (
  id      BLOB PRIMARY KEY NOT NULL,
  user    TEXT NOT NULL REFERENCES users (id),
  label   TEXT NOT NULL,
  key     TEXT NOT NULL,
  created INTEGER NOT NULL,
  used    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_user ON passkeys (user);

-- Who somebody is to a provider of identities elsewhere.
CREATE TABLE identities (
  issuer  TEXT NOT NULL,
  subject TEXT NOT NULL,
  user    TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_user ON identities (user);
