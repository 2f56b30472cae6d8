package dev.restante.cli.migrate;

import dev.restante.cli.migrate.AddressMatch.Patterns;
import dev.restante.cli.migrate.OptionGroup.GroupOptions;
import dev.restante.cli.shell.ConstantText;
import dev.restante.option.PolicyKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Translator of address settings into policies. Artemis merges settings element by element, but Restante takes all
 * options of a group from one policy. So each policy sets all options of a group, with the values of the settings that
 * match the same names and more.
 */
final class PolicyTranslator {

    private static final String SECTION = "Policies, from address settings";

    private final AddressSettings settings;
    private final BrokerAddresses addresses;
    private final EntityTranslator entities;
    private final MigrationScript script;
    private final Map<AddressSetting, Map<OptionGroup, GroupOptions>> options = new LinkedHashMap<>();

    PolicyTranslator(
            AddressSettings settings, BrokerAddresses addresses, EntityTranslator entities, MigrationScript script) {
        this.settings = settings;
        this.addresses = addresses;
        this.entities = entities;
        this.script = script;
    }

    void translate() {
        for (AddressSetting setting : settings.all()) {
            Map<OptionGroup, GroupOptions> groups = new EnumMap<>(OptionGroup.class);
            for (OptionGroup group : OptionGroup.values()) {
                if (setting.setsAny(group.elements())) {
                    groups.put(group, group.options(settings.merged(setting.match()), entities));
                }
            }
            options.put(setting, groups);
        }
        for (OptionGroup group : OptionGroup.values()) {
            if (options.values().stream()
                    .allMatch(groups ->
                            !groups.containsKey(group) || groups.get(group).isDefault())) {
                options.values().forEach(groups -> groups.remove(group));
            }
        }
        for (PolicyKind kind : PolicyKind.values()) {
            translate(kind);
        }
        listDifferences();
    }

    private Map<OptionGroup, GroupOptions> groups(AddressSetting setting) {
        return options.getOrDefault(setting, Map.of());
    }

    private Patterns patterns(PolicyKind kind) {
        return new Patterns(
                kind,
                kind == PolicyKind.SUBSCRIPTIONS
                        && settings.all().stream()
                                .anyMatch(setting -> setting.match().hasOnlySingleWords()));
    }

    /** Adds the policies of a kind, the most specific ones first, so that no name gets a value for a short time. */
    private void translate(PolicyKind kind) {
        List<AddressSetting> translated = settings.all().stream()
                .filter(setting -> kinds(setting).contains(kind))
                .filter(setting -> groups(setting).keySet().stream().anyMatch(group -> group.appliesTo(kind)))
                .sorted(Comparator.comparing(
                        AddressSetting::match, patterns(kind).order()))
                .toList();
        Set<AddressSetting> ties = ties(translated, kind);
        List<AddressSetting> leastSpecificFirst = ties.stream()
                .sorted(Comparator.comparing(AddressSetting::match, AddressMatch.ARTEMIS_ORDER.reversed()))
                .toList();
        for (AddressSetting setting : translated) {
            List<String> words =
                    new ArrayList<>(List.of("policy", "set", patterns(kind).text(setting.match())));
            if (kind != PolicyKind.QUEUES) {
                words.addAll(List.of("--kind", ConstantText.format(kind.name())));
            }
            List<String> comments = new ArrayList<>();
            comments.add("address-setting '" + setting.match().text() + "', line " + setting.line());
            groups(setting).forEach((group, groupOptions) -> {
                if (group.appliesTo(kind)) {
                    words.addAll(groupOptions.arguments());
                    comments.addAll(groupOptions.notes());
                }
            });
            if (ties.contains(setting)) {
                words.addAll(List.of("--precedence", String.valueOf(leastSpecificFirst.indexOf(setting))));
            }
            script.addCommand(SECTION, comments, words);
        }
    }

    /** Returns the kinds of entities that an address can be. An undeclared address can be a queue or a topic. */
    private Set<PolicyKind> kinds(AddressSetting setting) {
        Set<PolicyKind> kinds = EnumSet.noneOf(PolicyKind.class);
        String name = setting.match().text();
        boolean exact = setting.match().isExact();
        boolean queue = exact && entities.hasQueue(name);
        boolean topic = exact && addresses.find(name) != null && entities.hasTopic(name);
        if (queue || !topic) {
            kinds.add(PolicyKind.QUEUES);
        }
        if (topic || !queue) {
            kinds.add(PolicyKind.TOPICS);
            kinds.add(PolicyKind.SUBSCRIPTIONS);
        }
        return kinds;
    }

    /** Returns the settings that Restante could not order, because they are equally specific. */
    private Set<AddressSetting> ties(List<AddressSetting> translated, PolicyKind kind) {
        Comparator<AddressMatch> order = patterns(kind).order();
        Set<AddressSetting> ties = new LinkedHashSet<>();
        for (AddressSetting one : translated) {
            for (AddressSetting other : translated) {
                if (!one.equals(other)
                        && order.compare(one.match(), other.match()) == 0
                        && one.match().overlaps(other.match())) {
                    ties.add(one);
                }
            }
        }
        return ties;
    }

    /** Lists pairs of settings for whose common names Artemis and Restante choose different values. */
    private void listDifferences() {
        List<AddressSetting> all = settings.all();
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
                if (AddressMatch.ARTEMIS_ORDER.compare(
                                all.get(i).match(), all.get(j).match())
                        <= 0) {
                    listDifference(all.get(i), all.get(j));
                } else {
                    listDifference(all.get(j), all.get(i));
                }
            }
        }
    }

    private void listDifference(AddressSetting preferred, AddressSetting other) {
        List<OptionGroup> common = Stream.of(OptionGroup.values())
                .filter(group ->
                        groups(preferred).containsKey(group) && groups(other).containsKey(group))
                .toList();
        if (common.isEmpty() || !preferred.match().overlaps(other.match())) {
            return;
        }
        boolean otherOrder = Stream.of(PolicyKind.QUEUES, PolicyKind.TOPICS, PolicyKind.SUBSCRIPTIONS)
                .filter(kind -> kinds(preferred).contains(kind) && kinds(other).contains(kind))
                .filter(kind -> common.stream().anyMatch(group -> group.appliesTo(kind)))
                .anyMatch(kind -> patterns(kind).order().compare(preferred.match(), other.match()) > 0);
        boolean merged = !other.match().covers(preferred.match())
                && common.stream().anyMatch(group -> !preferred.setsAllOf(other, group.elements()));
        if (otherOrder || merged) {
            script.addLost(
                    "address-settings '" + preferred.match().text() + "' and '"
                            + other.match().text() + "'",
                    preferred.line(),
                    "for names that both match, "
                            + (otherOrder
                                    ? "Artemis prefers the first one, and Restante the second one."
                                    : "Artemis merges both, and Restante takes the options of the first one only.")
                            + " Set the options of these queues or subscriptions themselves.");
        }
    }
}
