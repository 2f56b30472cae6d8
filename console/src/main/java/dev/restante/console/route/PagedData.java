package dev.restante.console.route;

import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Pager;

/** Data of which scripts read one page at a time, by its number. */
public final class PagedData {

    /** The number of the page. */
    public static final Parameter PAGE = Parameter.optional("page", Shape.number("From 1"));

    private PagedData() {}

    /** The shape of a page, but for what is on it. */
    public static Shape shape(String about) {
        return Shape.object(about)
                .with("found", Shape.number("How many there are on all pages"))
                .with("page", Shape.number("This page, from 1"))
                .with("pages", Shape.number("How many pages there are"));
    }

    /** A page, but for what is on it. */
    public static Fields of(Pager pager) {
        return new Fields()
                .with("found", pager.found())
                .with("page", pager.page())
                .with("pages", pager.pages());
    }
}
