package dev.restante.store.jdbc.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Splitter of id lists into pages of a fixed size, padded with an unused id, so that SQL IN lists need one statement
 * text.
 */
final class IdPages {

    private static final int PAGE_SIZE = 50;

    static final String PARAMETERS = "(?" + ", ?".repeat(PAGE_SIZE - 1) + ")";

    private static final Long UNUSED_ID = -1L;

    private IdPages() {}

    /** Returns the parameters of the pages, which contain the distinct ids in ascending order. */
    static List<Object[]> of(Collection<Long> ids) {
        List<Long> ordered = List.copyOf(new TreeSet<>(ids));
        List<Object[]> pages = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += PAGE_SIZE) {
            Object[] page = new Object[PAGE_SIZE];
            for (int i = 0; i < PAGE_SIZE; i++) {
                page[i] = from + i < ordered.size() ? ordered.get(from + i) : UNUSED_ID;
            }
            pages.add(page);
        }
        return pages;
    }
}
