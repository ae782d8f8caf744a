/* Draws the dashboard's charts with Chart.js, which Unfold brings along. Each canvas names the JSON
   beside it; colours come from desk.css, so a change of the theme draws anew. */
(() => {
    "use strict";

    const drawn = [];
    const colour = (name) =>
        getComputedStyle(document.documentElement).getPropertyValue(`--chart-${name}`).trim();
    const colours = (names) => (Array.isArray(names) ? names.map(colour) : colour(names));

    const boundaries = (marks) => ({
        id: "boundaries",
        afterDatasetsDraw(chart) {
            const { ctx, chartArea, scales } = chart;
            // By number, not by tick: a narrow picture leaves ticks out.
            const width = scales.x.getPixelForValue(1) - scales.x.getPixelForValue(0);
            ctx.save();
            ctx.strokeStyle = ctx.fillStyle = colour("boundary");
            ctx.setLineDash([4, 3]);
            ctx.font = `11px ${getComputedStyle(document.body).fontFamily}`;
            marks.forEach(([bar, label], number) => {
                const x = scales.x.getPixelForValue(bar) - width / 2;
                ctx.beginPath();
                ctx.moveTo(x, chartArea.top);
                ctx.lineTo(x, chartArea.bottom);
                ctx.stroke();
                // The last one's words stand left of it, or they would leave a narrow picture.
                const isLast = number === marks.length - 1;
                ctx.textAlign = isLast ? "right" : "left";
                ctx.fillText(label, x + (isLast ? -5 : 5), chartArea.top + 10 + 15 * number);
            });
            ctx.restore();
        },
    });

    const axis = (unit, more = {}) => ({
        border: { display: false },
        grid: { color: colour("grid"), drawTicks: false },
        // Whole steps: there is no half draft, and a tenth of a per cent says nothing.
        ticks: {
            color: colour("ink"),
            padding: 6,
            precision: 0,
            ...(unit && { callback: (v) => `${v}${unit}` }),
        },
        ...more,
    });
    const plain = () => axis("", { grid: { display: false } });

    // Names of bars; on a phone a long one takes two lines, or it is cut off.
    function inLines(value) {
        const name = this.getLabelForValue(value);
        return this.chart.width < 480 ? name.match(/.{1,24}(\s|$)|\S+/g) : name;
    }
    const names = () => {
        const made = plain();
        return { ...made, ticks: { ...made.ticks, autoSkip: false, callback: inLines } };
    };

    const scalesOf = (data) => {
        const limit = data.maximum && { max: data.maximum };
        const values = (more) =>
            axis(data.unit === " %" ? " %" : "", { beginAtZero: true, ...limit, ...more });
        if (data.kind === "bars") return { x: values({}), y: names() };
        if (data.kind === "stacked")
            return { x: { ...plain(), stacked: true }, y: values({ stacked: true }) };
        return { x: plain(), y: values({}) };
    };

    const seriesOf = (data) =>
        data.series.map((line) => ({
            label: line.name,
            data: line.values,
            backgroundColor: colours(line.colour),
            borderColor: colours(line.colour),
            ...(data.kind === "line" && {
                borderDash: line.is_dashed ? [5, 4] : [],
                borderWidth: 2.5,
                clip: false,
                pointRadius: 3.5,
                ...(line.point_colours.length && {
                    pointBackgroundColor: colours(line.point_colours),
                    pointBorderColor: colours(line.point_colours),
                    pointRadius: 5,
                }),
                pointStyle: line.is_dashed ? "rect" : "circle",
                spanGaps: true,
                cubicInterpolationMode: "monotone",
            }),
            ...(data.kind !== "line" && {
                borderRadius: data.kind === "stacked" ? 0 : 3,
                borderWidth: 0,
                categoryPercentage: data.kind === "histogram" ? 1 : 0.72,
                barPercentage: data.kind === "histogram" ? 0.92 : 0.9,
                maxBarThickness: data.kind === "histogram" ? 60 : 34,
            }),
        }));

    const lineLabels = (chart) =>
        Chart.defaults.plugins.legend.labels
            .generateLabels(chart)
            .map((label) => ({
                ...label,
                pointStyle: "line",
                lineWidth: 2.5,
                strokeStyle: chart.data.datasets[label.datasetIndex].borderColor, // not a point's
            }));

    const draw = (canvas) => {
        const data = JSON.parse(document.getElementById(canvas.dataset.chart).textContent);
        Chart.getChart(canvas)?.destroy();
        drawn.push(
            new Chart(canvas, {
                type: data.kind === "line" ? "line" : "bar",
                data: { labels: data.labels, datasets: seriesOf(data) },
                options: {
                    animation: false,
                    indexAxis: data.kind === "bars" ? "y" : "x",
                    interaction: { mode: "index", intersect: false, axis: data.kind === "bars" ? "y" : "x" },
                    maintainAspectRatio: false,
                    scales: scalesOf(data),
                    plugins: {
                        legend: {
                            align: "start",
                            display: data.series.length > 1,
                            labels: {
                                boxHeight: 8,
                                boxWidth: 14,
                                color: colour("ink"),
                                padding: 14,
                                pointStyleWidth: 26,
                                usePointStyle: data.kind === "line",
                                ...(data.kind === "line" && { generateLabels: lineLabels }),
                            },
                        },
                        tooltip: {
                            callbacks: {
                                label: (point) =>
                                    `${point.dataset.label}: ${point.formattedValue}${data.unit}`,
                            },
                        },
                    },
                },
                plugins: data.marks.length ? [boundaries(data.marks)] : [],
            }),
        );
    };

    const drawAll = () => {
        Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
        drawn.splice(0);
        document.querySelectorAll("canvas[data-chart]").forEach(draw);
        document.documentElement.dataset.chartsDrawn = String(drawn.length);
    };

    // Words on a canvas are painted once: not before their font is there.
    document.fonts.load("12px Inter").then(drawAll, drawAll);
    let isDark = document.documentElement.classList.contains("dark");
    new MutationObserver(() => {
        if (document.documentElement.classList.contains("dark") === isDark) return;
        isDark = !isDark;
        drawAll();
    }).observe(document.documentElement, { attributeFilter: ["class"] });
})();
