-- The progress of background migrations, which earlier versions created with the first of them.
DROP TABLE IF EXISTS "_background_migrations";
