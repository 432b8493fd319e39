CREATE TABLE "suppressions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suppressions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE INDEX "suppressions_created" ON "suppressions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "suppressions_words" ON "suppressions" USING gin (address gin_trgm_ops) WITH (fastupdate=false);