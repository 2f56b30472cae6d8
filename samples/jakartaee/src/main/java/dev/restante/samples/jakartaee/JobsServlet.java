package dev.restante.samples.jakartaee;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * {@code POST /jobs?job=door&trade=painter&seconds=5} offers a job for 5 s, {@code POST /jobs/next} takes one and
 * answers with its text, {@code GET /jobs?job=door} tells what became of one.
 */
@WebServlet({"/jobs", "/jobs/next"})
public class JobsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Jobs jobs;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().endsWith("/next")) {
            String job = jobs.take();
            response.getWriter().println(job == null ? "none" : job);
        } else {
            long seconds = Long.parseLong(request.getParameter("seconds"));
            jobs.offer(request.getParameter("job"), request.getParameter("trade"), Duration.ofSeconds(seconds));
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PrintWriter out = response.getWriter();
        jobs.of(request.getParameter("job")).forEach(out::println);
    }
}
