package dev.restante.cli.migrate;

import dev.restante.console.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Result of a translation: commands in an order that works, settings without equivalent, and settings without effect.
 */
final class MigrationScript {

    private final List<Step> steps = new ArrayList<>();
    private final List<LostSetting> lost = new ArrayList<>();
    private final Map<String, Set<String>> notNeeded = new LinkedHashMap<>();

    /**
     * Command of the script.
     *
     * @param section the heading of commands of its kind
     * @param comments lines before the command
     * @param words the command after {@code restante}
     */
    record Step(String section, List<String> comments, List<String> words) {}

    /** Setting without equivalent. */
    record LostSetting(String setting, int line, String remedy) {}

    void addCommand(String section, List<String> comments, List<String> words) {
        steps.add(new Step(section, List.copyOf(comments), List.copyOf(words)));
    }

    void addLost(String setting, int line, String remedy) {
        lost.add(new LostSetting(setting, line, remedy));
    }

    void addNotNeeded(String setting, String reason) {
        notNeeded.computeIfAbsent(reason, unused -> new LinkedHashSet<>()).add(setting);
    }

    void addUnknown(String setting, int line) {
        addLost(setting, line, "this setting is not known. Look it up in the manual of Artemis.");
    }

    /**
     * Lists a setting as its treatment says.
     *
     * @param owner the element with the setting
     */
    void add(Treatment treatment, String owner, String setting, XmlElement element, String value) {
        if (treatment.isLost(value, element)) {
            addLost(owner + " " + setting + (value.isEmpty() ? "" : " = " + value), element.line(), treatment.remedy());
        } else if (!treatment.translated()) {
            addNotNeeded(setting, treatment.reason());
        }
    }

    List<LostSetting> lost() {
        return Collections.unmodifiableList(lost);
    }

    /** Returns the lines of a shell script. */
    List<String> lines(String file) {
        List<String> lines = new ArrayList<>();
        lines.add(comment("Translation of " + file + " by restante migrate artemis."));
        lines.add("# The commands need the URL of the store in RESTANTE_URL. The script stops at the first error.");
        lines.add("set -e");
        String section = "";
        for (Step step : steps) {
            if (!step.section().equals(section)) {
                section = step.section();
                lines.add("");
                lines.add(comment(section));
            }
            step.comments().forEach(text -> lines.add(comment(text)));
            lines.add(ShellWords.command(step.words()));
        }
        if (!lost.isEmpty()) {
            lines.add("");
            lines.add("# Without equivalent: " + lost.size());
            lost.forEach(setting -> lines.add(
                    comment("  line " + setting.line() + ", " + setting.setting() + ": " + setting.remedy())));
        }
        if (!notNeeded.isEmpty()) {
            lines.add("");
            lines.add("# Not needed:");
            notNeeded.forEach((reason, settings) -> {
                lines.add(comment("  " + reason + ":"));
                lines.add(comment("    " + String.join(", ", settings)));
            });
        }
        return lines;
    }

    /** Returns a comment of one line. A line break in a name would end the comment. */
    private static String comment(String text) {
        return "# " + text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", " ");
    }

    JsonObject toJson() {
        return new JsonObject()
                .with("commands", steps.stream().map(Step::words).toList())
                .with(
                        "withoutEquivalent",
                        lost.stream()
                                .map(setting -> new JsonObject()
                                        .with("line", setting.line())
                                        .with("setting", setting.setting())
                                        .with("remedy", setting.remedy()))
                                .toList())
                .with(
                        "notNeeded",
                        notNeeded.entrySet().stream()
                                .map(entry -> new JsonObject()
                                        .with("reason", entry.getKey())
                                        .with("settings", List.copyOf(entry.getValue())))
                                .toList());
    }
}
