-- What a statement says against its value: no-longer or never; null where it states that the value holds.
ALTER TABLE facts ADD COLUMN denial TEXT CHECK (denial IN ('no-longer', 'never'));
CREATE INDEX facts_never ON facts (namespace, value_key) WHERE denial = 'never';

-- 0 weak, 1 ordinary, 2 authoritative. The newest statements of a slot that is all of one band decide its present.
ALTER TABLE facts ADD COLUMN band INTEGER NOT NULL DEFAULT 1;
DROP INDEX facts_by_slot;
CREATE INDEX facts_by_slot ON facts (namespace, slot_key, band, valid_from);
CREATE INDEX facts_of_many ON facts (namespace, slot_key) WHERE cardinality = 'many';
