package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import java.util.List;

/**
 * A page of a list.
 *
 * @param page from 1
 * @param pages at least 1
 * @param rows of a page
 * @param found rows of all pages
 */
public record Pager(int page, int pages, int rows, int found) {

    /** The page that parameters ask for, or the one that is nearest to it. */
    public static Pager of(Parameters parameters, int size, int rows) {
        int pages = Math.max(1, (size + rows - 1) / rows);
        Long asked = parameters.numberOrNull("page");
        int page = asked == null ? 1 : (int) Math.max(1, Math.min(asked, pages));
        return new Pager(page, pages, rows, size);
    }

    /** The part of a list that stands on this page. */
    public <T> List<T> of(List<T> all) {
        return all.subList((page - 1) * rows, Math.min(all.size(), page * rows));
    }

    /**
     * The way to the pages beside.
     *
     * @param here this page without its number
     */
    public Element element(Url here) {
        Element pager = tag("nav").with("aria-label", "Pages").with("class", "pager");
        if (page > 1) {
            pager.add(tag("a", "Previous").with("href", here.with("page", String.valueOf(page - 1))));
        }
        pager.add(tag("span", "Page " + page + " of " + pages));
        if (page < pages) {
            pager.add(tag("a", "Next").with("href", here.with("page", String.valueOf(page + 1))));
        }
        return pager;
    }
}
