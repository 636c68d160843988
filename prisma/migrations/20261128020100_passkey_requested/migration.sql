-- Used from the next transaction on, as PostgreSQL requires of new enum values.
ALTER TYPE "account_event_kind" ADD VALUE 'passkey_requested';
