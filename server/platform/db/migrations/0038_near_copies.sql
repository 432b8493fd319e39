ALTER TABLE "text_prints" ADD COLUMN "bands" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "text_prints_bands" ON "text_prints" USING gin ("bands") WITH (fastupdate=false);