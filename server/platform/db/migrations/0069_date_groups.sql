ALTER TABLE "groups" ADD COLUMN "public_changed_at" timestamp (3) with time zone;--> statement-breakpoint
-- By hand: nobody knows when an existing group last changed, so the default is for new ones alone.
ALTER TABLE "groups" ALTER COLUMN "public_changed_at" SET DEFAULT now();--> statement-breakpoint
-- Columns that visitors read; every other change of a group, such as its number of members, leaves the time as it is.
CREATE FUNCTION date_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.public_changed_at := now();
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER groups_dated BEFORE UPDATE OF name, description, category_id, group_type, charge_for_events, image_url, status, join_policy, audience, location, contact_enabled ON "groups" FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.category_id, OLD.group_type, OLD.charge_for_events, OLD.image_url, OLD.status, OLD.join_policy, OLD.audience, OLD.location, OLD.contact_enabled)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.category_id, NEW.group_type, NEW.charge_for_events, NEW.image_url, NEW.status, NEW.join_policy, NEW.audience, NEW.location, NEW.contact_enabled))
  EXECUTE FUNCTION date_group();
