package dev.restante.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Page of the documentation whose code blocks configure the servers of the tests. */
record DocumentationPage(String name, String text) {

    static DocumentationPage of(String name) throws IOException {
        Path file = Path.of(System.getProperty("servers.docs")).resolve(name);
        return new DocumentationPage(name, Files.readString(file, UTF_8));
    }

    /** Returns the code block after the comment that names it. */
    String block(String block) {
        int comment = text.indexOf("<!-- server: " + block + " -->");
        int fence = comment < 0 ? -1 : text.indexOf("```", comment);
        int start = fence < 0 ? -1 : text.indexOf('\n', fence) + 1;
        int end = start <= 0 ? -1 : text.indexOf("```", start);
        if (end < 0) {
            throw new IllegalStateException(name + " has no block " + block);
        }
        return text.substring(start, end);
    }

    /** Replaces text that a test cannot use unchanged. Throws an exception if the text is missing. */
    static String replaced(String text, String from, String to) {
        if (!text.contains(from)) {
            throw new IllegalStateException("There is no '" + from + "' in: " + text);
        }
        return text.replace(from, to);
    }
}
