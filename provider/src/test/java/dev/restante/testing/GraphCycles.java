package dev.restante.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Search for cycles in a graph: strongly connected components of more than one node (Tarjan). */
public final class GraphCycles {

    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final List<Collection<String>> found = new ArrayList<>();

    private GraphCycles(Map<String, Set<String>> uses) {
        this.uses = uses;
    }

    /** Returns the cycles of a graph, given as the used nodes of each node. */
    public static List<Collection<String>> find(Map<String, Set<String>> uses) {
        GraphCycles search = new GraphCycles(uses);
        for (String node : uses.keySet()) {
            if (!search.number.containsKey(node)) {
                search.visit(node);
            }
        }
        return search.found;
    }

    private void visit(String node) {
        number.put(node, number.size());
        lowest.put(node, number.get(node));
        path.push(node);
        for (String used : uses.getOrDefault(node, Set.of())) {
            if (!number.containsKey(used)) {
                visit(used);
                lowest.merge(node, lowest.get(used), Math::min);
            } else if (path.contains(used)) {
                lowest.merge(node, number.get(used), Math::min);
            }
        }
        if (lowest.get(node).equals(number.get(node))) {
            List<String> cycle = new ArrayList<>();
            String member;
            do {
                member = path.pop();
                cycle.add(member);
            } while (!member.equals(node));
            if (cycle.size() > 1) {
                found.add(cycle);
            }
        }
    }
}
