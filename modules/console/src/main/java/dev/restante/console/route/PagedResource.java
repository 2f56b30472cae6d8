package dev.restante.console.route;

import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.Pager;

/** Page parameter, JSON schema and page numbers that are common to all API resources with paged lists. */
public final class PagedResource {

    /** Parameter with the number of the page, from 1. */
    public static final ParameterDefinition PAGE =
            ParameterDefinition.optional("page", JsonSchema.number("Page number, from 1"));

    private PagedResource() {}

    /** Returns the schema of a page, without the member that contains the items. */
    public static JsonSchema shape(String about) {
        return JsonSchema.object(about)
                .with("total", JsonSchema.number("Number of entries on all pages"))
                .with("page", JsonSchema.number("Number of this page, from 1"))
                .with("pages", JsonSchema.number("Number of pages"));
    }

    /** Returns the JSON object of a page, without the items. */
    public static JsonObject of(Pager pager) {
        return new JsonObject()
                .with("total", pager.total())
                .with("page", pager.page())
                .with("pages", pager.pages());
    }
}
