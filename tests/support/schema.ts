import { schemaOf } from '#server/schema.ts';

export const schema = schemaOf();
